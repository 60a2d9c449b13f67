"""Corner Shop: product cards, a basket filled by script, a checkout that asks for a card, a confirmation."""

import re
from typing import Any
from uuid import uuid4

from tests.sites.web import Request, Response, State, answer_json, document, esc, redirect, toml

ROOT = "/shop"
FIELDS = ("name", "email", "address", "card", "expiry", "cvv")
EMPTY = f'<p>Your basket is empty. <a href="{ROOT}/">Go on shopping</a></p>'
Basket = dict[tuple[str, str], int]


def answer(request: Request, state: State) -> Response | None:
    key = request.cookies.get("basket", "")
    basket = state.baskets.get(key, {})
    kind, _, rest = request.path.partition("/")
    match request.method, kind, rest:
        case "GET", "", "":
            return Response(_listing("Everything in the shop", _products(), basket))
        case "GET", "search", "":
            return Response(_found(request.query.get("q", ""), basket))
        case "GET", "group", _ if rest.title() in _groups():
            goods = {key: item for key, item in _products().items() if item["group"].lower() == rest}
            return Response(_listing(rest.title(), goods, basket))
        case "GET", "product", _ if rest in _products():
            return Response(_product(rest, basket))
        case "GET", "basket", "":
            return Response(_basket_page(basket))
        case "POST", "basket", "add":
            return _add(request, state, key or uuid4().hex)
        case "POST", "basket", "remove":
            basket.pop((request.form.get("product", ""), request.form.get("colour", "")), None)
            return redirect(f"{ROOT}/basket")
        case "GET", "checkout", "":
            return Response(_checkout(basket))
        case "POST", "order", "":
            return _order(request, state, basket)
        case "GET", "thanks", _ if rest.isdigit() and 0 < int(rest) <= len(state.orders):
            return Response(_thanks(int(rest), state.orders[int(rest) - 1]))
    return None


def _products() -> dict[str, dict[str, Any]]:
    return toml("products")


def _groups() -> list[str]:
    return list(dict.fromkeys(item["group"] for item in _products().values()))


def money(cents: int) -> str:
    return f"€{cents // 100}.{cents % 100:02d}"


def _total(basket: Basket) -> int:
    return sum(_products()[product]["price"] * quantity for (product, _), quantity in basket.items())


def _things(count: int) -> str:
    return f"{count} {'item' if count == 1 else 'items'}"


def _add(request: Request, state: State, key: str) -> Response:
    item = _products().get(request.form.get("product", ""))
    quantity = request.form.get("quantity", "1")
    colour = request.form.get("colour", "")
    if not item or not quantity.isdigit() or not 1 <= int(quantity) <= 20:
        return Response('{"message": "Please choose a quantity from 1 to 20."}', 400, "application/json")
    colour = colour if colour in item["colours"] else item["colours"][0]
    basket = state.baskets.setdefault(key, {})
    line = (request.form["product"], colour)
    basket[line] = basket.get(line, 0) + int(quantity)
    message = f"{item['name']}, {colour.lower()}, added to your basket."
    cookie = ("Set-Cookie", f"basket={key}; Path={ROOT}; SameSite=Lax")
    return answer_json({"count": _things(sum(basket.values())), "message": message}, cookie)


def _order(request: Request, state: State, basket: Basket) -> Response:
    details = {name: request.form.get(name, "").strip() for name in FIELDS}
    if not basket or not all(details.values()):
        return Response(_checkout(basket, "Please fill in every field."), 400)
    items: dict[str, int] = {}
    for (product, _), quantity in basket.items():
        items[product] = items.get(product, 0) + quantity
    state.orders.append({**details, "items": items, "total": _total(basket)})
    basket.clear()
    return redirect(f"{ROOT}/thanks/{len(state.orders)}")


def _found(words: str, basket: Basket) -> str:
    wanted = re.findall(r"\w+", words.casefold())
    goods = {
        key: item
        for key, item in _products().items()
        if wanted and all(word in f"{item['name']} {item['blurb']} {item['group']}".casefold() for word in wanted)
    }
    return _listing(f"Results for “{esc(words)}”", goods, basket)


def _listing(title: str, goods: dict[str, dict[str, Any]], basket: Basket) -> str:
    cards = "\n".join(
        f"""<li class="card"><h2><a href="{ROOT}/product/{key}">{item["name"]}</a></h2>
<p class="price">{money(item["price"])}</p>
<button type="button" data-product="{key}">Add to basket</button></li>"""
        for key, item in goods.items()
    )
    count = f"{len(goods)} {'product' if len(goods) == 1 else 'products'}"
    return _frame(title, f'<h1>{title}</h1>\n<p>{count}</p>\n<ul class="cards">{cards}</ul>', basket)


def _product(key: str, basket: Basket) -> str:
    item = _products()[key]
    colours = "".join(f"<option>{colour}</option>" for colour in item["colours"])
    main = f"""<h1>{item["name"]}</h1>
<p class="price">{money(item["price"])}</p>
<p>{item["blurb"]}</p>
<div class="choices">
<label for="quantity">Quantity</label><input id="quantity" type="number" min="1" max="20" value="1">
<label for="colour">Colour</label><select id="colour">{colours}</select>
<button type="button" data-product="{key}">Add to basket</button>
</div>
<p><a href="{ROOT}/group/{item["group"].lower()}">More from {item["group"].lower()}</a></p>"""
    return _frame(item["name"], main, basket)


def _basket_page(basket: Basket) -> str:
    if not basket:
        return _frame("Your basket", f"<h1>Your basket</h1>{EMPTY}", basket)
    rows = "\n".join(_row(product, colour, quantity) for (product, colour), quantity in basket.items())
    main = f"""<h1>Your basket</h1>
<table><caption>What you have chosen</caption>
<thead><tr><th scope="col">Product</th><th scope="col">Colour</th><th scope="col">Quantity</th>
<th scope="col">Price</th><th scope="col">Change</th></tr></thead>
<tbody>{rows}</tbody></table>
<p class="price">Total {money(_total(basket))}</p>
<p><a class="button" href="{ROOT}/checkout">Go to checkout</a></p>"""
    return _frame("Your basket", main, basket)


def _row(product: str, colour: str, quantity: int) -> str:
    item = _products()[product]
    return f"""<tr><th scope="row"><a href="{ROOT}/product/{product}">{item["name"]}</a></th>
<td>{colour}</td><td>{quantity}</td><td>{money(item["price"] * quantity)}</td>
<td><form method="post" action="{ROOT}/basket/remove">
<input type="hidden" name="product" value="{product}"><input type="hidden" name="colour" value="{colour}">
<button aria-label="Remove {item["name"]}">Remove</button></form></td></tr>"""


def _checkout(basket: Basket, problem: str = "") -> str:
    if not basket:
        return _frame("Checkout", f"<h1>Checkout</h1>{EMPTY}", basket)
    alert = f'<p class="problem" role="alert">{problem}</p>' if problem else ""
    main = f"""<h1>Checkout</h1>
{alert}<p>You are buying {_things(sum(basket.values()))} for {money(_total(basket))}.</p>
<form class="checkout" method="post" action="{ROOT}/order" aria-label="Checkout">
<fieldset><legend>Delivery</legend>
<label for="name">Full name</label><input id="name" name="name" autocomplete="name" required>
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" required>
<label for="address">Address</label>
<textarea id="address" name="address" rows="3" autocomplete="street-address" required></textarea>
</fieldset>
<fieldset><legend>Payment</legend>
<label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="cc-number" required>
<label for="expiry">Expiry date</label>
<input id="expiry" name="expiry" placeholder="MM/YY" autocomplete="cc-exp" required>
<label for="cvv">Security code</label><input id="cvv" name="cvv" type="password" autocomplete="cc-csc" required>
</fieldset>
<button>Place order</button>
</form>"""
    return _frame("Checkout", main, basket)


def _thanks(number: int, order: dict[str, Any]) -> str:
    main = f"""<h1>Thank you for your order</h1>
<p role="status">Order {number} is on its way to {esc(order["name"])}.
We have charged {money(order["total"])} to your card.</p>
<p>A receipt goes to {esc(order["email"])}. <a href="{ROOT}/">Back to the shop</a></p>"""
    return _frame("Thank you", main, {})


def _frame(title: str, main: str, basket: Basket) -> str:
    groups = "".join(f'<li><a href="{ROOT}/group/{group.lower()}">{group}</a></li>' for group in _groups())
    body = f"""<header class="top">
<a class="brand" href="{ROOT}/">Corner Shop</a>
<form role="search" action="{ROOT}/search" method="get">
<label for="q">Search products</label><input id="q" name="q" type="search"><button>Search</button>
</form>
<a href="{ROOT}/basket">Basket, <span id="count">{_things(sum(basket.values()))}</span></a>
</header>
<nav class="groups" aria-label="Departments"><ul>{groups}</ul></nav>
<main id="content">
{main}
<p id="status" class="status" role="status"></p>
</main>
<footer><p>Corner Shop sells small useful things. <a href="/contact/">Write to us</a></p></footer>"""
    return document(f"{title} - Corner Shop", body, style="shop", script="shop")
