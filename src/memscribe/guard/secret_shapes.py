"""The shapes of secrets: vendor tokens, assignments in prose and code, payment cards, links that let in.

Written for this project instead of taking detect-secrets 1.5.0: that costs 70 ms at import and 1.5 ms a message
(limits here: 50 ms and 1 ms) and, being made for code, reports words of prose ("the", "wifi") as high entropy.
Each pattern masks its group ``v`` and nothing around it.
"""

import re
from collections.abc import Callable, Iterator

Span = tuple[int, int]
_FLAGS = re.IGNORECASE | re.VERBOSE

VENDOR = re.compile(
    r"""(?<![A-Za-z0-9_])(?P<v>
      (?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])
    | gh[pousr]_[A-Za-z0-9]{16,} | github_pat_[A-Za-z0-9_]{20,} | gl(?:pat|dt|rt|ptt|ft)-[A-Za-z0-9_-]{16,}
    | xox[abeoprs]-[A-Za-z0-9-]{8,} | xapp-\d-[A-Za-z0-9-]{10,}
    | AIza[\w-]{30,} | ya29\.[\w-]{16,} | GOCSPX-[\w-]{16,}
    | (?:sk|rk|whsec|pk)_(?:live|test|prod)_[A-Za-z0-9]{8,} | whsec_[A-Za-z0-9]{16,}
    | sk-(?:proj-|ant-|or-|svcacct-|live-|test-|api\d*-)*[A-Za-z0-9_-]{12,}
    | eyJ[\w-]{8,}\.eyJ[\w-]{4,}(?:\.[\w-]*)? | npm_[A-Za-z0-9]{20,} | pypi-[\w-]{16,}
      | hf_[A-Za-z0-9]{16,} | r8_[A-Za-z0-9]{20,}
    | SG\.[\w-]{16,}\.[\w-]{16,} | key-[0-9a-f]{32} | SK[0-9a-f]{32} | shp(?:at|ca|pa
      |ss)_[0-9a-fA-F]{16,} | do[opr]_v1_[0-9a-f]{32,}
    | dckr_pat_[\w-]{16,} | tskey-\w+-[\w-]{10,} | lin_api_\w{20,} | ntn_\w{20,} | secret_\w{30,}
      | gsk_\w{20,} | xai-\w{20,} | nvapi-[\w-]{20,}
    | pplx-\w{20,} | tvly-\w{16,} | sq0(?:atp|csp)-[\w-]{16,} | EAAC[A-Za-z0-9]{20,}
      | LTAI[A-Za-z0-9]{12,24} | AKID[A-Za-z0-9]{13,40}
    | glsa_\w{20,} | dapi[0-9a-f]{32} | hvs\.[\w-]{20,} | s\.[A-Za-z0-9]{24}(?!\w)
      | AGE-SECRET-KEY-1[A-Z0-9]{30,} | bot\d{8,10}:[\w-]{30,} | \d{8,10}:AA[\w-]{30,}
    )""",
    re.VERBOSE,
)
PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?P<v>.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: "
    r"BLOCK)?-----"
    r"|\Z)",
    re.DOTALL,
)
AUTHORIZATION = re.compile(
    r"""\b(?:bearer\s+|basic\s+(?=[A-Za-z0-9+/]{8,}={0,2}(?![A-Za-z0-9+/=])))(?P<v>(?=[^\s"']*\d
      |[^\s"']*[A-Z][^\s"']*[a-z][^\s"']*[A-Z]|[^\s"']{24,})[\w.~+/=-]{12,})
    | ://[^\s/:@]{1,64}:(?P<v2>[^\s/@█<>{$]{3,})@""",
    _FLAGS,
)
LINK = re.compile(
    r"""(?:hooks\.slack\.[\w.]+/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/)(?P<v>[\w/-]{12,})
    | https?://[^\s<>"'，。]{1,300}?(?:[?&#;](?:access_?|auth_?|id_?|refresh_?|reset_?|invite_?|login_?
      |session_?)?(?:token|key|api_?key|secret|sig|signature|password|pwd|passwd|code|otp|ticket|auth
      |sas)=)
      (?P<v2>(?!\d{1,5}(?!\w))[\w%.~+/=-]{5,})
    | https?://[^\s<>"'，。]{1,200}?/(?:reset|reset-password|password-reset|magic|magic-link|invite|invitation
      |join|verify|confirm|activate|login|signin|sign-in|auth|unlock|onetime|one-time|ots|secret|share|s|u
      |l|t|o)
      /(?:\w{1,12}/)?(?P<v3>(?=[\w~.-]*\d)(?=[\w~.-]*[A-Za-z])(?![\w.-]*\.(?:html?|md|pdf|png
      |jpe?g)\b)[\w~.-]{10,})""",
    _FLAGS,
)

_KEYED = (
    r"[\w.-]*(?:secret|token|passwo?r?d|passwd|passphrase|api[_-]?key|apikey|access[_-]?key"
    r"|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|credential|client[_-]?secret"
    r"|_pwd|_pass|_pw|webhook[_-]?key)[\w.-]*"
)
ASSIGNED = re.compile(
    rf"""(?<![\w-])(?:--)?["']?(?P<k>{_KEYED}|pwd|pass|pw|dsn[_-]?key)["']?\s?(?::=|=>|=|:(?=\s?["'])
      |:(?=\S)|(?<=["']):\s)\s?
      (?P<q>["'`]?)(?P<v>[^\s"'`,;&|)}}\]<>]{{3,}}|(?<=["'`])[^"'`\n]{{3,}})""",
    _FLAGS,
)

_LOGIN_WORDS = (
    r"pass\s?words?|pass\s?codes?|pass\s?phrases?|passwd|pwd|p/w|pw|login\s(?:pass|pw)|secret\s(?:key"
    r"|word|answer|code|phrase)|(?:api|access|secret|encryption|licen[cs]e|master|recovery|private"
    r"|signing|security|wifi|wi-fi|wlan|admin)[\s-]keys?"
    r"|(?:api|access|auth|refresh|session|bearer|bot|deploy|registry|personal\saccess)[\s-]?tokens?"
    r"|(?:seed|recovery)\sphrase|credentials?"
    r"|pass(?:wort|wörter)|kennwort|losung|zugangscode|wlan-?schlüssel|contraseñas?|clave(?:\sde\sacceso"
    r"|\sdel?\swifi)?|mot\sde\spasse|code\s(?:d'accès|wifi|secret)|clé\s(?:wifi|api)|senha|palavra-passe"
    r"|chave\sde\sapi"
    r"|parola|пароль|wachtwoord|hasło|şifre|parolası"
)
_IS = (
    r"(?:\s?(?:[:=]|->|→|：|＝)\s?|,?\s(?:is|was|are|to|will\sbe|stays|now|remains|lautet|ist|war|heißt"
    r"|es|era|está|est|était|é|è|это)(?:\s(?:now|still|just|always|currently|jetzt|now:|also|ahora"
    r"|maintenant))?\s?[:=]?\s)"
)
PASSWORD = re.compile(
    rf"""(?<![^\W_])(?P<k>{_LOGIN_WORDS})(?P<m>(?:\s(?:for|to|of|on|at|in|für|vom|von|zum|del?
      |para|du|pour|do|da)\s[^.!?\n:=]{{1,50}}?|\s\([^)\n]{{1,40}}\))?)
      (?P<is>{_IS})(?P<q>["'“”‘’„«`]?)(?P<v>[^\s"“”‘’„«»`█]{{2,}})""",
    _FLAGS,
)
PASSWORD_NEXT = re.compile(
    rf"""(?<![^\W_])(?P<k>{_LOGIN_WORDS})\s(?:["'“‘`](?P<v>[^\s"'“”‘’`█]{{3,}})["'”’`]|(?P<v2>(?=[^\s]*[a-zA-Z])(?=[^\s]*\d)(?=[^\s]*[^\sA-Za-z0-9.,;:!?)]|[^\s]{{8,}})[^\s"'“”█,;]{{5,}}))""",
    _FLAGS,
)
CJK_PASSWORD = re.compile(
    r"""(?P<k>密码|密碼|口令|暗号|暗號|登录密钥|密钥|密鑰|令牌|秘钥|パスワード|暗証番号|パスコード|合言葉|비밀번호|비번|암호|激活码|授权码|提取码)
      (?:[^，。,.;；！!?？\n:：是为為はがA-Za-z0-9]{0,8}?)?\s?(?:[:：=＝]|是|为|為|就是|改成了?|改为|改為|换成了?|設成|设成|设为|は|が|는|은
        |:)?\s?(?:了|：|:)?\s?["“「'『]?
      (?P<v>[A-Za-z0-9!@\#$%^&*_+=~?./-]{3,})""",
    _FLAGS,
)
_CODE_WORD = (
    r"(?:(?:verification|security|one[- ]time|confirmation|auth(?:entication|orization)?|login"
    r"|sign[- ]?in|2fa|mfa|otp|sms|access|door|gate|alarm|safe|lock|locker|entry|building|garage|unlock"
    r"|lockbox|key\s?box|keypad|elevator|gym|card|sim|phone|bank|app"
    r"|backup|recovery|vault|pairing|puk|voicemail|front\sdoor|side\sdoor|main\sdoor"
    r"|back\sdoor)[\s-]){1,2}(?:codes?|pins?|numbers?)"
    r"|(?<![\w])(?:pin|pins|puk|otp|totp|cvv2?|cvc2?|csc|tan|bestätigungscode|sicherheitscode|türcode"
    r"|pin-code|código\s(?:de\s(?:verificación|seguridad|acceso)|pin|del?\s\w+)"
    r"|code\s(?:de\s(?:vérification|sécurité)|pin|secret|confidentiel|du\s\w+)|código\sde\sverificação)"
)
CODE = re.compile(
    rf"""(?<![\w-])(?:my\s|the\s|our\s|der\s|die\s)?(?P<k>{_CODE_WORD})(?P<m>(?:\s(?:for|to|of|on|at|für
      |vom|del?|para|du|pour)\s[^.!?\n:=\d]{{1,40}})?)
      (?:{_IS}|\s\#?)(?P<q>["'“‘]?)(?P<v>[*\#]?\d(?:[\s*\#-]?\d){{2,11}}[*\#]?)(?![\w]|[.,]\d)""",
    _FLAGS,
)
CODE_AFTER_DOOR = re.compile(
    r"""\b(?:door|gate|alarm|safe|lock(?:er|box)?|keypad|garage|entry|building|flat|house|intercom
      |key\s?safe|front)\b[^.!?\n]{0,40}?\b(?:code|pin|combination|combo)\b(?:\s(?:is|to|:
      |=))?\s?[:=]?\s?(?P<v>[*\#]?\d{3,8}[*\#]?)(?![\w]|[.,]\d)
    | \b(?:combination|combo)(?:\s(?:is|:))?:?\s(?P<v2>\d{1,3}(?:[\s-]\d{1,3}){1,3})(?![\d-])
    | \b(?:door|gate|entrance|lift|garage|keypad)\b[^.!?\n]{0,30}?(?<!\d)(?P<v3>\d{4,6}[*\#])(?!\w)
    | \bcode\s(?:for|to|of|on)\s[^.!?\n:\d]{1,40}?\s?(?:is|was|:
      |=)\s?(?:now\s)?(?P<v4>[*\#]?\d{4,8}[*\#]?)(?![\w]|[.,]\d)
    | \b(?:code|pin|passcode|combination)\b[^.!?\n]{0,40}?,?\s(?:which
      |that)\sis\s(?:now\s)?(?P<v5>\d{4,8})(?![\w]|[.,]\d)
    | \b(?:recovery|backup)\scodes?(?:\s(?:are|is))?:?\s(?P<v6>\w{4,6}-\w{4,6}(?:[\s,]+\w{4,6}-\w{4,6})*)""",
    _FLAGS,
)
CODE_BEFORE = re.compile(
    r"""(?<![\w.,-])(?P<v>(?=[^\s]*\d)[^\s"'“”█,;:()]{4,32})["'”’]?\s(?:as|is)\s(?:my|our|the
      |your)\s(?:new\s|current\s|\w+\s)?(?:pin|code|pass\s?code|pass\s?word|pw|pwd|otp|verification\scode
      |secret)\b
    | \bcode\s(?:de\s)?(?P<v2>\d{3,4})\b(?=[^.\n]{0,40}\b(?:card|visa|mastercard|amex)\b)""",
    _FLAGS,
)
LOOSE = re.compile(
    r"""(?<!day\s)(?<!boarding\s)(?<!ski\s)(?<!bus\s)(?<!season\s)(?<!travel\s)(?<!press\s)\bpass(?:\s(?:is
      |was|=|:)|:|\s?=|\sは)?\s(?P<v>(?=[^\s]*[A-Za-z])(?=[^\s]*[\d!@\#$%^&*?])[^\s"'“”█,;]{6,})
    | \b(?:wi-?fi
      |wlan)\b[^.\n=:]{0,30}\s?[=:]\s?(?P<v2>(?=[^\s]*[A-Za-z])(?=[^\s]*[\d!@\#$%^&*?])[^\s"'“”█,;]{8,})
    | \btokens?\s(?P<v3>(?=[^\s]*[a-z])(?=[^\s]*[A-Z])(?=[^\s]*\d)[\w.-]{8,}[\w-])
    | \b(?:session(?:_?id)?|jsessionid|phpsessid|csrf_?token|connect\.sid)=(?P<v4>(?=[\w-]*\d)[\w%.-]{8,})
    | (?:passwo?r?d|passwd|token|secret
      |api_?key)\w*["']?\s*\n\s*["']?value["']?:\s*["']?(?P<v5>[^\s"'${<]{4,})
    | (?:\b(?:user(?:name)?|login|account|creds?|credentials)\b|账号|帐号|账户)\s?(?:is|:
      |：)?\s?[\w.@-]{2,40}\s?[/／]\s?(?P<v6>(?=[^\s]*[\d!@\#$%^&*?])[^\s"'，,;。]{5,})
    | \b(?:2fa|totp|mfa|otp|authenticator)\s(?:seed|secret|key
      |setup\skey)\b[^.\n]{0,30}?\s(?P<v7>[A-Z2-7]{16,64})\b""",
    _FLAGS,
)
IDENTITY = re.compile(
    r"""\b(?:ssn|social\ssecurity(?:\s(?:number|no))?)\b[^.\n\d]{0,20}(?P<v>\d{3}-?\d{2}-?\d{4})(?!\d)
    | \bpassport\s?(?:no|nr|number|num|\#)?\.?\s?(?:is|:|=)?\s?(?P<v2>(?=\w*\d{5})[A-Z]{0,2}\d{6,9})\b
    | (?:身份证|身份證)(?:号|號|号码|號碼)?(?:码)?\s?(?:是|为|：|:)?\s?(?P<v3>\d{17}[\dXx])(?!\d)""",
    _FLAGS,
)
CJK_CODE = re.compile(
    r"""(?P<k>验证码|驗證碼|校验码|动态码|取件码|取货码|提货码|门禁码|门禁|门锁|开门码|安全码|支付码|认证码|認証コード|認証番号|確認コード|인증번호|보안코드|PIN码|pin码
      |卡密|支付密码|锁屏|保险柜)
      [^，。,.;；！!?？\n\d:：]{0,8}\s?[:：=]?\s?(?P<v>\#?\d(?:[\s-]?\d){2,11}\#?)(?!\d|[.年月点元块楼号室])""",
    _FLAGS,
)
CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)")
CARD_WORD = re.compile(
    r"\b(?:card|visa|master\s?card|amex|credit|debit|karte|kreditkarte|tarjeta|carte|cartão|carta)\b|卡号"
    r"|卡號|信用卡|银行卡|カード|카드",
    re.IGNORECASE,
)
BESIDE_CARD = re.compile(
    r"""(?:\b(?:exp(?:iry|ires|iration)?(?:\sdate)?|valid(?:\sthru)?|gültig\sbis|caduca|venc\w*|expire)
      |有效期)\.?\s?(?:is|:|：|到|至)?\s?(?P<v>\d{1,2}\s?[/-]\s?\d{2,4})
    | (?:\b(?:cvv2?|cvc2?|csc|security\scode|code|pin|kartenprüfnummer|cvn|prüfziffer)|安全码|背面三位
      |后三位)\.?\s?(?:is|:|：|是|=)?\s?(?P<v2>\d{3,4})(?!\d)
    | (?<![\d/])(?P<v3>(?:0[1-9]|1[0-2])\s?/\s?(?:\d{2}|20\d\d))(?![\d/])
      | (?<=[\s,;/])(?P<v4>\d{3})(?=[\s,;.)]|$)""",
    _FLAGS,
)
KEY_WORD = re.compile(
    r"\b(?:keys?|tokens?|secrets?|credentials?|creds|password|passwd|pwd|auth|bearer|schlüssel|clé|clave"
    r"|llave|chave)\b|密钥|密鑰|令牌|秘钥|凭证|密码|キー|トークン|키|토큰",
    re.IGNORECASE,
)
RANDOM = re.compile(r"(?<![\w/.@#+=-])[A-Za-z0-9+/_~.-]{16,}={0,2}(?![\w@=])")
NOT_SECRET_HEX = re.compile(
    r"\b(?:commit|sha-?\d*|hash|digest|checksum|md5|revision|rev|merge|cherry|blob|tree|etag|fingerprint"
    r"|image|layer|bisect|trace|span|request|uuid|guid)\b|提交|哈希|校验",
    re.IGNORECASE,
)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)

Validator = Callable[[re.Match[str]], bool]


def groups(match: re.Match[str]) -> Iterator[Span]:
    """Give the spans of the groups of a match that hold a value."""
    for name in match.re.groupindex:
        if name[0] == "v" and match[name]:
            yield match.span(name)
