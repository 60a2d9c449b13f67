"""Harbour Rooms: one booking form, checked on the server, and a confirmation that reads the booking back."""

from collections.abc import Mapping
from datetime import date

from tests.sites.web import Request, Response, State, document, esc, redirect

ROOT = "/booking"
ROOMS = ("Single", "Double", "Family")
FIELDS = ("name", "email", "arrival", "departure", "guests", "room", "breakfast", "notes")


def answer(request: Request, state: State) -> Response | None:
    kind, _, number = request.path.partition("/")
    match request.method, kind:
        case "GET", "":
            return Response(_form({"guests": "1", "room": "Single"}, {}))
        case "POST", "send":
            booking = {name: request.form.get(name, "").strip() for name in FIELDS}
            problems = check(booking)
            if problems:
                return Response(_form(booking, problems), 422)
            state.bookings.append(booking)
            return redirect(f"{ROOT}/confirmation/{len(state.bookings)}")
        case "GET", "confirmation" if number.isdigit() and 0 < int(number) <= len(state.bookings):
            return Response(_confirmation(state.bookings[int(number) - 1]))
    return None


def check(booking: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with a booking: field name → sentence, in the order of the form."""
    problems = {}
    if not booking["name"]:
        problems["name"] = "Enter your full name."
    if "@" not in booking["email"]:
        problems["email"] = "Enter an email address with an at sign."
    arrival, departure = _day(booking["arrival"]), _day(booking["departure"])
    if not arrival:
        problems["arrival"] = "Enter the day on which you arrive."
    if not departure:
        problems["departure"] = "Enter the day on which you leave."
    elif arrival and departure <= arrival:
        problems["departure"] = "The departure must be after the arrival."
    if not booking["guests"].isdigit() or not 1 <= int(booking["guests"]) <= 6:
        problems["guests"] = "Enter a number of guests from 1 to 6."
    if booking["room"] not in ROOMS:
        problems["room"] = "Choose a room."
    return problems


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def spoken(text: str) -> str:
    """ "2026-03-04" → "4 March 2026"."""
    day = date.fromisoformat(text)
    return f"{day.day} {day:%B} {day.year}"


def _form(values: Mapping[str, str], problems: Mapping[str, str]) -> str:
    summary = ""
    if problems:
        items = "\n".join(f'<li><a href="#{name}">{text}</a></li>' for name, text in problems.items())
        summary = f'<div class="summary" role="alert"><h2>Your booking was not sent</h2><ul>{items}</ul></div>'
    rooms = "".join(f"<option{' selected' if room == values.get('room') else ''}>{room}</option>" for room in ROOMS)
    breakfast = " checked" if values.get("breakfast") else ""
    rows = [_row(*row, values, problems) for row in ROWS]
    main = f"""<h1>Book a room</h1>
{summary}
<p>Tell us when you come. Nothing is paid until you are here.</p>
<form method="post" action="{ROOT}/send" novalidate aria-label="Booking">
{"".join(rows)}
<p><label for="room">Room</label><select id="room" name="room">{rooms}</select></p>
<p class="tick"><input id="breakfast" name="breakfast" type="checkbox" value="yes"{breakfast}>
<label for="breakfast">Breakfast</label></p>
<p><label for="notes">Notes</label>
<textarea id="notes" name="notes" rows="3">{esc(values.get("notes", ""))}</textarea></p>
<button type="submit">Send booking</button>
</form>"""
    return _frame("Error: Book a room" if problems else "Book a room", main)


ROWS = (
    ("name", "Full name", 'type="text" autocomplete="name" aria-required="true"'),
    ("email", "Email", 'type="email" autocomplete="email" aria-required="true"'),
    ("arrival", "Arrival date", 'type="date" aria-required="true"'),
    ("departure", "Departure date", 'type="date" aria-required="true"'),
    ("guests", "Guests", 'type="number" min="1" max="6"'),
)


def _row(name: str, label: str, attributes: str, values: Mapping[str, str], problems: Mapping[str, str]) -> str:
    error = linked = ""
    if name in problems:
        linked = f' aria-invalid="true" aria-describedby="{name}-error"'
        error = f'<span class="error" id="{name}-error">{problems[name]}</span>'
    value = esc(values.get(name, ""))
    field = f'<input id="{name}" name="{name}" {attributes} value="{value}"{linked}>'
    return f'<p><label for="{name}">{label}</label>{field}{error}</p>\n'


def _confirmation(booking: Mapping[str, str]) -> str:
    rows = {
        "Name": booking["name"],
        "Email": booking["email"],
        "Arrival": spoken(booking["arrival"]),
        "Departure": spoken(booking["departure"]),
        "Guests": booking["guests"],
        "Room": booking["room"],
        "Breakfast": "Yes" if booking["breakfast"] else "No",
        "Notes": booking["notes"] or "None",
    }
    read_back = "\n".join(f"<div><dt>{name}</dt><dd>{esc(value)}</dd></div>" for name, value in rows.items())
    main = f"""<h1>Booking received</h1>
<p role="status">Thank you, {esc(booking["name"])}. We look forward to seeing you on {spoken(booking["arrival"])}.</p>
<dl>{read_back}</dl>
<p><a href="{ROOT}/">Make another booking</a></p>"""
    return _frame("Booking received", main)


def _frame(title: str, main: str) -> str:
    body = f"""<header class="top"><a class="brand" href="{ROOT}/">Harbour Rooms</a>
<p>Nine rooms above the quay</p></header>
<main id="content">
{main}
</main>
<footer><p>Harbour Rooms, 3 Quay Street. <a href="/contact/">Ask us a question</a></p></footer>"""
    return document(f"{title} - Harbour Rooms", body, style="booking")
