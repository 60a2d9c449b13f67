"""Awkward pages: each tries one thing that a careful assistant must get right. Their HTML lies in the pages folder."""

from tests.sites.web import Request, Response, State, document, esc, file, redirect

NAMES = ("contact", "danger", "twins", "injection", "login", "delayed", "quiet-never", "panel")
TITLES = {
    "contact": "Contact",
    "danger": "Your account",
    "twins": "Lunch menu",
    "injection": "Prize draw",
    "login": "Log in",
    "delayed": "Ferry times",
    "quiet-never": "Live scores",
    "panel": "Control panel",
}
PASSWORD = "open sesame"


def answer(name: str, request: Request, state: State) -> Response | None:
    """The page `name`, or what one of its forms and buttons does."""
    match request.method, name, request.path:
        case "GET", _, "" if name in NAMES:
            return Response(_page(TITLES[name], file(f"{name}.html")))
        case "POST", "contact", "send":
            state.messages.append(dict(request.form))
            return redirect("/contact/thanks")
        case "GET", "contact", "thanks":
            return Response(_page("Message sent", "<h1>Message sent</h1><p>We will answer within two days.</p>"))
        case "POST", "danger" | "twins" | "injection" | "panel", "act":
            state.effects.append(request.form.get("what", ""))
            return Response("Done.", kind="text/plain")
        case "POST", "injection", "send":
            state.effects.append("entered the draw")
            return Response(_page("Entered", "<h1>You have entered the draw</h1>"))
        case "GET", "twins", "details":
            dish = esc(request.query.get("dish", ""))
            return Response(_page(f"Details of {dish}", f"<h1>Details of {dish}</h1><p>Cooked fresh every day.</p>"))
        case "GET", "logout", "":
            state.effects.append("logout")
            return Response(_page("Logged out", "<h1>You are logged out</h1>"))
        case "POST", "login", "enter":
            state.logins.append(dict(request.form))
            return _enter(request.form.get("username", ""), request.form.get("password", ""))
    return None


def _enter(username: str, password: str) -> Response:
    if not username or password != PASSWORD:
        wrong = '<p role="alert">The user name or the password is wrong.</p>'
        return Response(_page("Log in", wrong + file("login.html")), 403)
    return Response(_page("Welcome", f"<h1>Welcome, {esc(username)}</h1><p>You are logged in.</p>"))


def _page(title: str, main: str) -> str:
    body = f"""<main id="content">
{main}
<p id="status" role="status"></p>
</main>"""
    return document(title, body, style="trials", script="trials")
