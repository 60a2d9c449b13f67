// Which fields hold what nobody but their page may see: passwords, codes and the numbers of cards. Placed after names.js.
// To take another field for one costs only that its text is not read out.

// Fields that have been secret before, which the driver has kept: pages show a password by making it ordinary text.
const everSecret = new WeakSet();
const keepSecret = (nodes) => { for (const node of nodes) everSecret.add(node); };

// What a password is called, as part of any word; and what is one only as a word of its own.
const PASSWORDS = new RegExp("passw(or|oo)?r?d|pass[- _]?(code|phrase|key)|passwort|kennwort|wachtwoord|lösenord|passord|adgangskode|salasana|mot[- _]?de[- _]?passe|" +
  "contrase(ñ|n|ny)a|senha|palavra[- ]passe|palabra[- ]de[- ]paso|hasło|heslo|jelszó|parol[ăa]|lozinka|zaporka|geslo|slaptažod|şifre|sifre|mật khẩu|kata sandi|" +
  "пароль|парол|κωδικός|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة (المرور|السر)|الرقم السري|סיסמ|รหัสผ่าน|पासवर्ड|" +
  "(seed|recovery|secret|key) ?phrase|(private|secret|api|access|recovery|license|encryption)[- _]?key\\b|secret[- _]?(word|code|answer)|geheim(wort|zahl|nummer)|" +
  "memorable (word|information|date)|security (answer|number)", "iu");
const WORDS = "pass|pwd|pin|pins|mpin|otp|totp|tan|mtan|ptan|mfa|2fa|cvv2?|cvc2?|cvn|csc|iban|nip|pese|parole|clave|passwd|passcode|token|codice pin";
// What a code sent to somebody is called: a word for what it is for, and one for a code, in either order.
const FOR = "verif\\p{L}*|security|safety|auth\\p{L}*|confirm\\p{L}*|access|activation|one[- ]?time|log[- ]?in|sign[- ]?in|sms|text|e-?mail|two[- ]?factor|2[- ]?step|" +
  "recovery|backup|reset|approval|otp|mfa|2fa|bestätigung\\p{L}*|sicherheits?|einmal|freischalt|aktivierungs|prüf|zugangs|vérification|sécurité|sûreté|d'accès|" +
  "seguridad|segurança|confirmaci[óo]n|confirmaç[ãa]o|acesso|acceso|sicurezza|conferma|verifica|accesso|beveiliging\\p{L}*|controle|toegangs|weryfikac\\p{L}*|autoryzac\\p{L}*|" +
  "подтвержд\\p{L}*|безопасност\\p{L}*|смс|doğrulama|onay|güvenlik|ověřovac\\p{L}*|engångs|turva|bekreftelses|sikkerheds";
const CODE = "codes?|kode[nr]?|kod\\p{L}*|código|codigo|codice|koodi|nummer|nr|ziffer|код\\p{L}*|κωδικό\\p{L}*";
const CODES = new RegExp(`(${FOR})[- ]?(${CODE})(?!\\p{L})|(?<!\\p{L})(${CODE}) ?(de |di |da |do |der |from |from the |sent |by |via |per |par |por |von |aus |из |we |you |that |in )+|` +
  `(?<!\\p{L})(${CODE}) (${FOR})|\\d[- ]?(digits?|stellig\\p{L}*|chiffres|dígitos|cifre|cijfers) ?(\\p{L}+ )?(code|pin|number)?|` +
  "(enter|type|paste|your) (the |your )?code(?!\\p{L})|^ *(the )?(code|kode|código|codice|код|digit|character|ziffer|chiffre|dígito|cifra) ?#?\\d?( of \\d)? *$|" +
  "验证码|驗證碼|校验码|認証コード|確認コード|ワンタイム|인증 ?(번호|코드)|رمز (التحقق|التأكيد)|קוד (אימות|אבטחה)|รหัสยืนยัน|mã xác (nhận|minh|thực)", "iu");
const CARDS = /card[- ](num(ber)?|no)(?!\p{L})|kartennummer|kartenprüf|kreditkart|num[ée]ro de (la )?(carte|tarjeta)|n[úu]mero (do|de) cart[ãa]o|numero (della )?carta|kaartnummer|номер карты|卡号|カード番号/iu;
const WHOLE = new RegExp(`(?<![\\p{L}\\p{N}])(${WORDS})(?![\\p{L}\\p{N}])`, "iu");
const HARMLESS_CODE = /(zip|post(al|leitzahl)?|area|country|promo\p{L}*|coupon|discount|gift|voucher|sort|referral|invit\p{L}*|dial\p{L}*|booking|product|tracking|bar|qr|dress|source|color|colour|keywords?|palabra) ?-?code|postcode|palabra clave|mot[- ]?clé|gutschein|rabatt|barcode|parole chiave|keyword/giu;
const NAMES = new RegExp("pass(wor(d|t)|wd|code|phrase)|kennwort|contrasen|motdepasse|wachtwoord|(^|[^a-z])(pass|pwd|pin|otp|totp|tan|mtan|cvv2?|cvc2?|csc|" +
  "cc[-_]?(num|number|exp|csc)?|card[-_ ]?(num|number|no))([^a-z]|$)|(verif\\w*|security|auth\\w*|confirm\\w*|sms|one[-_]?time|otp|mfa|2fa|login)[-_ ]?(code|pin|token)", "i");
const CAMEL_NAMES = /[a-z](Pin|Otp|Totp|Tan|Cvv|Cvc|Pwd)([A-Z_\d-]|$)/;

// A text field that is no input: a textarea, or anything that can be written in or says that it is a field.
const holdsWords = (el) => el.localName === "textarea" || /^(|true|plaintext-only)$/i.test(attribute(el, "contenteditable") ?? "no") ||
  /^(textbox|searchbox)$/.test(attribute(el, "role") || "");
function isSecret(el) {
  const input = el.localName === "input";
  if (!input && !el.hasAttributes() || !input && !holdsWords(el)) return false;
  if (everSecret.has(el)) return true;
  if (input && el.type === "password") return true;
  if (input && (CLICK_TYPES.has(el.type) || BUTTON_TYPES.has(el.type))) return false;
  const tokens = (attribute(el, "autocomplete") || "").toLowerCase().split(/\s+/);
  if (tokens.some((token) => token === "one-time-code" || token.startsWith("cc-") || token.endsWith("-password"))) return true;
  const style = getComputedStyle(el).webkitTextSecurity, name = attribute(el, "name") || "", id = attribute(el, "id") || "";
  if (style && style !== "none" || [name, id].some((one) => NAMES.test(one) || CAMEL_NAMES.test(one))) return true;
  if (input && !TEXT_TYPES.has(el.type)) return false;
  return saysSecret(labelWords(el)) || input && isCodeBox(el);
}
// Something that can be written in, whose words are nobody's to read.
const hidesWords = (el) => el.localName !== "textarea" && el.hasAttributes() && holdsWords(el) && isSecret(el);
const saysSecret = (words) => words.split(" | ").some((one) => {
  const plain = one.replace(HARMLESS_CODE, " ");
  return PASSWORDS.test(one) || WHOLE.test(plain) || CODES.test(plain) || CARDS.test(one);
});
// One of the boxes that a code is split into, a character each.
function isCodeBox(el) {
  if (el.maxLength !== 1) return false;
  const alike = (around) => Array.from(around.querySelectorAll("input")).filter((one) => one.maxLength === 1 && TEXT_TYPES.has(one.type)).length;
  return flatPath(el, 5).slice(1).some((around) => around.querySelectorAll && alike(around) >= 4 && alike(around) <= 12);
}

// The words beside a field. Not its accessible name: that reads the values of other fields, which asks for secrets first.
function labelWords(el) {
  const near = [...(el.labels || []), ...byIds(el, "aria-labelledby")].map((one) => one.textContent);
  if (!near.length && !attribute(el, "aria-label")) near.push(besideOf(el));
  return ["aria-label", "placeholder", "aria-placeholder", "title"].map((name) => attribute(el, name) || "").concat(near)
    .map((text) => collapse(text.replace(/\p{Cf}/gu, ""))).filter(Boolean).join(" | ");
}
