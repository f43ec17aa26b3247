"""Deterministic signs of planted instructions, in families; matched on canonical (folded, lower-case) text."""

import re
from collections.abc import Mapping
from types import MappingProxyType

_OBJECT = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|system messages?|context|memor(?:y"
    r"|ies)|policies|policy|restrictions?|safeguards|conversation|notes?)"
)
_MEMORY = (
    r"(?:(?:long[- ]?term |persistent |permanent |user |your |the |its |their |agent "
    r"|assistant )*(?:memor(?:y|ies)|memory (?:store|bank|file)|user profile|profile (?:store"
    r"|of the user)|knowledge base|saved (?:facts|preferences)|standing (?:instructions?"
    r"|preferences?|rules?|approvals?)|preferences? of the (?:user|mailbox owner|account holder"
    r"|owner)))"
)
_AI = (
    r"(?:(?:any |all |every |the |this |our |your |future |other )*(?:ai|a\.i\.|llm|language[- ]model"
    r"|virtual|automated|digital|coding|autonomous)[- ]?(?:powered )?(?:assistants?|agents?|models?"
    r"|bots?|systems?|tools?|readers?|crawlers?|copilots?)?|(?:the |any |all |your |dear "
    r"|recipients'? |other )*(?:assistants?|chatbots?|copilots?|llms?|chatgpt|claude|gemini)"
    r"|agents? (?:working|reading|processing|handling|in this (?:workspace|repo\w*)|acting)|ai)"
)
_HOLDER = (
    r"(?:the |your |our |this |its |host |current |downstream )*(?:users?|account[- ]?(?:holder"
    r"|owner)|card ?holder|mailbox owner|(?:repo|repository|project|device|workspace|domain) owner"
    r"|owner|operator|maintainer|end[- ]?user|human|principal|host user|reader)(?: of this \w+"
    r"| (?!has|have|had|is|was|of|and|the|to|in|for)\w+(?= (?:has|have|had|wants)\b))?"
)

FAMILIES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "override": re.compile(
            rf"\b(?:ignore|disregard|forget|override|overrule|bypass|discard|drop|delete|void|cancel"
            rf"|supersede)s?\b.{{0,24}}\b(?:all|any|every|the|your|previous|prior|above|earlier|preceding"
            rf"|existing|former|old|current|system|other|stored|saved)\b.{{0,24}}\b{_OBJECT}"
            rf"|\b(?:previous|prior|earlier|old|existing"
            rf"|stored) {_OBJECT}\b.{{0,40}}\b(?:no longer (?:apply|valid|hold)|(?:have|has|are"
            rf"|is) (?:lapsed|void|revoked|superseded|obsolete|outdated|expired|cancelled|out of date)"
            rf"|do not apply|must be (?:ignored|deleted))"
            r"|\bassistants? (?:quoting|using|citing|relying on)\b.{0,60}\b(?:out of date|outdated|wrong)\b"
            r"|(?:忽略|无视|忘记|忘掉|不要理会|不要遵守|覆盖|删除|清除|抛弃|忽視|無視).{0,14}(?:之前|以上|先前|前面|上述|所有|原有|系统|系統|一切|既有|全部"
            r"|此前|以前).{0,14}(?:指令|指示|提示|规则|規則|设定|要求|内容|记忆|約束|限制|命令)"
            r"|(?:以前|これまで|上記|前)の(?:指示|命令|ルール).{0,8}(?:無視|忘れ)"
            r"|(?:이전|위의|모든) ?(?:지시|명령|규칙).{0,8}(?:무시|잊)"
            r"|\b(?:ignora|olvida|descarta|ignorez?|oublie[zr]?|ignorier\w*|vergiss|ignore|esqueça"
            r"|ignora|dimentica)\b.{0,30}\b(?:instrucciones|instructions|anweisungen|instruções"
            r"|istruzioni|reglas|règles|regeln|regras)"
        ),
        "memory_write": re.compile(
            rf"\b(?:save|store|add|write|commit|record|persist|append|update|put|keep|enter|log|insert"
            rf"|inject|file)s?d?\b.{{0,60}}\b(?:to|in|into|as|under|inside|for|with)\b.{{0,16}}{_MEMORY}"
            rf"|\b(?:add|save|commit|write|store) to (?:long[- ]term )?memory\b|\bmemory (?:update|entry"
            rf"|note|write|record|instruction)s?\b\s?[:>\]-]|\b(?:remember|memori[sz]e|note|record|store"
            rf"|save|register|log) (?:this |that |for (?:future|later) |the following )*(?:{_HOLDER})\b"
            rf"|\bremember\b.{{0,30}}\b(?:for (?:all )?(?:future|later|next)|permanently"
            rf"|across (?:sessions|conversations)|in (?:all )?future)|\b(?:persist|keep|retain"
            rf"|carry)\w*\b.{{0,24}}\bacross (?:all )?(?:sessions|conversations|chats)\b"
            rf"|\bother (?:assistants|agents)\b.{{0,40}}\b(?:have|hold|keep)\b.{{0,24}}\bmemory\b"
            r"|\bremember[_-](?:user|that|this|the)\w*|\bkeep that (?:goal|in mind) until\b|\bstore: ?user\b"
            r"|(?:记住|记下|写入|存入|保存|加入|更新|录入|添加|存储|記住|記下|寫入|存入|儲存).{0,16}(?:长期|永久|用户|你的|助手的|系统"
            r"|長期)?.{0,4}(?:记忆|记忆库|画像|偏好库|用户档案|档案|備忘|記憶)|(?:将|把).{0,40}(?:写入|存入|记入|加入|保存(?:到|至"
            r"|为)).{0,16}(?:记忆|偏好|档案|画像)|(?:请|須|须|务必|必须).{0,4}(?:记住|牢记|記住).{0,4}[:：,，]?.{0,8}(?:用户|該用户"
            r"|该用户|使用者|主人)"
            r"|(?:記憶|メモリ).{0,6}(?:保存|追加|記録|書き込)|(?:기억|메모리)에 ?(?:저장|추가|기록)"
            r"|\bmerk(?:e)? dir\b"
            r"|\b(?:speicher\w*|merk\w*|notier\w*)\b.{0,50}\b(?:gedächtnis|langzeit\w*|dauerhaft|profil"
            r"|nutzer)"
            r"|\b(?:guarda|guarde|recuerda|recuerde|almacena|registra|anota|memoriza)\b.{0,12}\b(?:que"
            r"|en (?:la |tu |su )?memoria|esto|como)\b|\b(?:enregistre[zr]?|mémorise[zr]?|retiens"
            r"|retenez|sauvegarde[zr]?|souviens-toi|note[zr]?)\b.{0,24}\b(?:que|mémoire|profil"
            r"|l'utilisateur)\b|\b(?:guarde|lembre(?:-se)?|salve|registre|memorize)\b.{0,16}\b(?:que"
            r"|na memória|como)\b|\b(?:ricorda|memorizza|salva)\b.{0,16}\b(?:che|in memoria"
            r"|nella memoria)\b"
        ),
        "addressed": re.compile(
            rf"(?:^|[.!?\n>\[\]({{\"'#*/;|-])\s{{0,3}}(?:(?:important|note|notice|attention|message|hint"
            rf"|reminder|warning|instructions?|context|info|background|fyi|ps|p\.s\.|memo)\s?(?:to"
            rf"|for)?\s)?{_AI}\s?(?:reading (?:this|the)[^:]{{0,40}}|processing[^:]{{0,30}}"
            rf"|summari[sz]ing[^:]{{0,30}}|agents?)?\s?[:>,-]"
            rf"|\b(?:note|message|notice|instructions?|hint|reminder|context|guidance|information|info"
            rf"|memo|request|attention)\s?(?:to|for)\s{_AI}\b|\battention {_AI}\b|\b{_AI} (?:reading"
            rf"|processing|parsing|summari[sz]ing|handling|that (?:reads?|process\w*)|who (?:reads?"
            rf"|process\w*))\b.{{0,30}}\b(?:this|these|the|my)\b"
            rf"|\b{_AI} (?:must|should|shall|are (?:required|instructed|asked|expected|authori[sz]ed"
            rf"|allowed|to)|is (?:required|instructed|asked|expected|authori[sz]ed|allowed|to)|need to"
            rf"|have to|has to|may now|can now|will now|carry|hold|treat|regard|file)\b"
            r"|(?:^|[.!?。！？\n\[【(（<*#:：,，-])\s{0,3}(?:致|给|给予|各位|请|提示|注意[,:：]?)?\s?(?:ai|a\.i\.|智能|人工智能|大模型|各"
            r"|本|该|所有|任何)?\s?(?:助手|助理|智能体|机器人|模型|代理|ai)\s?(?:请|須|须|应|應|应当|必须|务必|需|注意|读到|阅读|看到|处理|[:：,，])"
            r"|(?:请|要求|提醒)(?:ai|智能|本|各)?(?:助手|助理|智能体|模型)"
            r"|(?:ai|エーアイ)?(?:アシスタント|エージェント)(?:は|へ|の皆|向け|よ|に)"
            r"|(?:ai ?)?(?:어시스턴트|비서|에이전트)(?:는|에게|께|용)"
            r"|\b(?:hinweis|notiz|anweisung|nachricht|info)\s?(?:an|für)\s(?:alle )?(?:die )?(?:ki|ai"
            r"|assistent\w*|agenten|ki-\w+)|\bki-(?:assistent\w*|agent\w*|system\w*)\b|\b(?:nota|aviso"
            r"|mensaje|instrucci\w+|instruç\w+|mensagem|messaggio|istruzioni)\s(?:para|a|al|aos?"
            r"|per)\s(?:(?:los?|las?|el|o|os|gli|l')\s?)?(?:agentes?|asistentes?|assistentes?|ia"
            r"|assistenti|agenti|modelos?)\b|\b(?:note|message|consigne|instructions?)\s(?:pour|à|aux?"
            r"|à l')\s?(?:les |l')?(?:assistants?|agents?|ia)\b"
        ),
        "speaks_for_user": re.compile(
            rf"\b{_HOLDER}(?:'s)? (?:\(\w+\) )?(?:has|have|had)?\s?(?:already |permanently |explicitly "
            rf"|always |now |also |twice |previously |since \w+ )*(?:approved?s?|authori[sz]e[sd]?"
            rf"|consent(?:s|ed)?|agree[sd]?|confirm(?:s|ed)|waive[sd]?|pre-?approved?|prefers?|wants?"
            rf"|allows?|accepts?|opted|requests?|requested|settles|regards|pre-?ordered|decided|delegated"
            rf"|enabled|disabled|lifted|granted|signed off|hands?|bills?|comps?|pre-?approves|settled"
            rf"|instructed|asked|likes?|loves?|hates?|trusts?|insists?|no longer|has (?:moved|switched"
            rf"|changed))\b"
            r"|\bas (?:your|the) (?:user|owner|account holder) (?:already |has )?(?:confirmed|approved"
            r"|agreed|said)|\b(?:confirmed|approved|authori[sz]ed|cleared"
            r"|signed off) by (?:the )?(?:user|account holder|owner|mailbox owner)\b|\bas (?:settled"
            r"|agreed|arranged) with the (?:account )?(?:owner|holder|user)|\b(?:user|account holder"
            r"|owner)[- ]approved\b"
            r"|(?:用户|使用者|机主|账户持有人|业主|站长|主人)(?:\S{0,4}?)(?:已|已经|也|均|都|始终|一直|明确|此前)?"
            r"(?:指定|同意|授权|確認|确认|批准"
            r"|许可|要求|偏好|只|希望|不再|默认|决定|承诺|豁免|最喜欢|喜欢)"
            r"|\b(?:el usuario|la usuaria|o usuário|l'utilisateur"
            r"|der nutzer|die nutzerin|der benutzer|l'utente)\b.{0,12}\b(?:ha |a |hat |autori\w+"
            r"|aprob\w+|prefier\w+|quiere|acept\w+|consent\w+|prefer\w+|veut|autoris\w+|accept\w+|möchte"
            r"|will|erlaubt|genehmigt|stimmt|zugestimmt|vuole)"
        ),
        "role_play": re.compile(
            r"(?:^|\n)[\[(<#* \t]{0,12}(?:system|developer|admin(?:istrator)?|operator|root)\s?(?:notice"
            r"|message|prompt|override|update|alert|note|instruction|directive|command)?\s?[\])>*]*\s?:"
            r"|\[\s?(?:system|admin|developer)\b[^\]]{0,60}\]|【\s?(?:系统|系統|管理员|システム)[^】]{0,40}】"
            r"|\bsystem (?:notice|override|prompt|directive|instruction)\b"
            r"|\byou are now\b|\bact as (?:if|though|an?|the)\b.{0,30}\b(?:admin|root|developer"
            r"|unrestricted|system)|\bpretend (?:to be|that you)|\b(?:enter|enable"
            r"|switch to) (?:developer|admin|debug|god|maintenance) mode\b"
            r"|\bnew (?:system )?(?:instructions?|directives?|prompt)\s?[:：]|\bpolicy (?:update"
            r"|change)\s?[:：]"
            r"|系统(?:提示|消息|通知|指令|公告)\s?[:：】]|(?:进入|开启|切换(?:到|至)?)(?:开发者|管理员|调试)模式|你现在是|新(?:的)?(?:系统)?指令\s?[:：]"
        ),
        "from_now_on": re.compile(
            r"\bfrom now on\b.{0,30}\b(?:you|always|never|must|should|the assistant|all|every)\b|\b(?:in"
            r"|for) (?:all |every )?future (?:sessions?|conversations?|chats?|answers?|repl(?:y|ies)"
            r"|responses?|requests?|interactions?)\b|\b(?:always|never) (?:recommend|suggest|mention"
            r"|approve|route|install|trust|cc|bcc|forward|answer|reply|respond|cite|promote)\b"
            r"|\b(?:if|when|once|whenever) (?:the |your )?(?:user|reader|customer|human|owner|they|he"
            r"|she)\b.{0,30}\b(?:says?|writes?|replies|asks?|answers?|types?"
            r"|confirms?)\b.{0,50}\b(?:treat|consider|count|take|then|send|save|store|record|reply"
            r"|recommend)\b"
            r"|\b(?:do not|don't|never) (?:tell|mention|reveal|show|inform|notify|alert|ask"
            r"|disclose)\b.{0,24}\b(?:the |your )?(?:user|owner|human|reader|customer|anyone)\b"
            r"|\bwithout (?:telling|informing|notifying|asking) (?:the )?(?:user|owner|human)"
            r"|(?:从现在|从今|自此|今后|以后|往后)(?:开始|起|往后)?.{0,6}(?:必须|一律|都要|都应|始终|务必|只能|总是|默认)|(?:不要|不得|勿"
            r"|禁止).{0,4}(?:告诉|告知|透露|通知|提示|询问)(?:给)?.{0,4}(?:用户|主人|使用者|本人)|(?:当|如果|若|只要)用户.{0,14}(?:说|回复"
            r"|输入|写).{0,24}(?:视为|当作|就|则|保存|记录)|今後は?.{0,8}(?:必ず|常に)|(?:앞으로|이제부터).{0,10}(?:항상|반드시)"
            r"|\b(?:ab (?:jetzt|sofort)|künftig|de ahora en adelante|a partir de ahora|désormais"
            r"|dorénavant|à partir de maintenant|a partir de agora|d'ora in poi)\b.{0,40}\b(?:immer|nie"
            r"|niemals|siempre|nunca|toujours|jamais|sempre|mai|gelten?|muss|debe|doit|deve)\b"
        ),
        "markup": re.compile(
            r"</?\s?(?:system|system-reminder|user|assistant|human|instructions?|prompt|conversation"
            r"|chat|turn|tool_?results?|tool_?calls?|function_?results?|memory|memories|memory_update"
            r"|memory_entry|save_memory|add_memory|context|untrusted\w*|source_text|end_of_\w+|im_start"
            r"|im_end)(?:\s[^<>]{0,80})?>"
            r"|<\|[a-z_]{2,20}\|>|\[/?inst\]|<</?sys>>|(?:^|\n)[ \t]{0,12}(?:###|---)\s?(?:system|instruction"
            r"|new task|end of (?:document|conversation|context))|(?:^|\n)[ \t]{0,12}(?:human|assistant)\s?:"
            r"|\"(?:op|action|event)\"\s?:\s?\"(?:add|update|delete|retract|remember|store)\"|\"(?:type"
            r"|kind)\"\s?:\s?\"(?:preference|instruction|memory|permission)\"|\b(?:add|save|update|store"
            r"|create)_memor(?:y|ies)\s?\("
        ),
    }
)
_AI_NOUN = (
    r"(?:a\.?i\.?s?|llms?|ki|ias?|bots?|robots?|chatbots?|copilots?|ai helpers?|(?:digital"
    r"|virtual|voice|personal|reading|your|his|her|their|our|the office's|guest's"
    r"|(?:\w+'s?)) (?:ai |digital )?(?:assistants?|agents?)|assistants|(?:all|any|future|other"
    r"|most|support|vision|coding|dev) (?:assistants?|agents?)|assistent\w*|asistentes?"
    r"|assistentes?|assistants?_\w+)"
)
WEAK: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "addressed": re.compile(
            rf"(?<![\w-]){_AI_NOUN}(?![\w-])|\b(?:note|dear|hey|hi)[- ](?:to[- ])?(?:agents?|robot"
            rf"|assistant)\b|\bagents?\s?:|@assistants?\b|\b(?:votre|ton|son|leur|vos|seu|su|tu|vostro"
            rf"|suo|dein|euer|ihr)e? (?:assistant|asistente|assistente|ki)\b|\breading this\b"
            rf"|\bagent (?:persistent|should|must|may)\b"
            rf"|(?<![a-z])ai(?![a-z])|助手|智能体|机器人|アシスタント|アシスタント|비서|सहायक|\b(?:ассистент|бот|помощник)\w*"
        ),
        "memory_write": re.compile(
            r"\b(?:remember|memori[sz]e)(?:ed)?\b(?! to (?:bring|check|renew|book|pay|sign|send|call"
            r"|take|turn|close|switch|set)\b)|\bnever forget\b|\b(?:carry|carries|carried"
            r"|carrying) (?:\w+ )?(?:over|forward)\b|\bkeep (?:\w+ )?on file\b|\b(?:record|log|retain"
            r"|file|mark|note)(?:ed)? (?:this |the following |it |that |\w+ )*(?:as|that)\b"
            r"|\bas the new (?:\w+ )?(?:standard|default|rule)\b|\bsafe to persist\b"
            r"|[;,.(:!]\s?(?:please )?(?:keep|save|retain|persist|standing|store|final|recorded"
            r"|to be kept|a memorizar|à mémoriser|à garder|sauvegarder|memoriza"
            r"|conserver(?: cette règle)?|dauerhaft vermerken|recuérdalo)(?: it| this"
            r"| that)?\s?[.)!,'\"]{0,4}\s{0,3}$|\bstanding (?:orders?|wish|instructions?|approvals?|rules?)\b"
            r"|\b(?:your|its|their|his|her|my|assistant'?s?|agent'?s?|user'?s?|long[- ]term|to|into"
            r"|cached|saved|chat|conversation) memory\b(?! (?:leak|limit|usage|error|allocation|bound"
            r"|footprint|card|foam|stick|lane))|\bmemory\s?(?:patch|[.=]\s?(?:add|write|save|trust|user"
            r"|pref))|\b\w{0,30}_memory\s?[:=]|\bmemory:(?!\s?\d)|\b(?:profile|records?|data|entry"
            r"|file) (?:synced|updated|corrected|replaced|to be (?:updated|cleaned|corrected)|is (?:void"
            r"|outdated)|may be brought)"
            r"|记忆|记億|记住|牢记|記住|記憶|長期|永久(?:有效|保存|生效)?"
            r"|长期有效|备忘|记牢|备案|기억|기록에 반영|याद|\b(?:memoria|mémoire"
            r"|mémorise\w*|memoriza\w*|memória|gedächtnis|merken|vermerk\w*|retiennent|recuérd\w*"
            r"|guarda[rd]?\w* que|запомни\w*)\b"
        ),
        "override": re.compile(
            r"\b(?:old|earlier|previous|prior|existing|former|past|that|the \w+) (?:\w+ )?(?:records?"
            r"|notes?|rules?|playbooks?|entr(?:y|ies)|data|preferences?|instructions?"
            r"|approval)\b.{0,40}\b(?:void|lapsed|no longer|mix-?up|mistaken|withdrawn|obsolete"
            r"|superseded|cancelled|moot|outdated)\b|\b(?:void|null and void|withdrawn"
            r"|supersedes? (?:all|any|the))\b|\bno longer (?:requires?|needs?|applies|lives|works"
            r"|travels|wants|uses)\b|\bignore all\b"
            r"|(?:旧|原|之前的?|先前|此前|过往|原有)(?:记录|规则|安排|偏好|信息|说法|约定).{0,10}(?:不再|作废|失效|移除|过去|无效|撤回)|已成过去"
            r"|相关.{0,4}应移除|\b(?:hinfällig|aufgehoben|no procede[n]?|datos antiguos|caduc\w+|révoqué\w*"
            r"|ne vaut plus|больше не)\b|整理対象|無効|वापस ली|शून्य|रद्द|해제된"
        ),
        "from_now_on": re.compile(
            r"\b(?:stop|don't|do not|never|no need to) (?:ask|asking|remind|tell|check|wait|warn)\w*\b"
            r"|\b(?:forget|keep only) the\b|"
            r"\b(?:from now on|for good|permanently|going forward|henceforth|indefinitely|every later"
            r"|in later|next[- ]session|next session)\b|\bdésormais\b|\bdorénavant\b"
            r"|\bde ahora en adelante\b|\bab sofort\b|\bkünftig\b|\bdauerhaft\b|\bпостоянно\b|以后|今后|一律"
            r"|始终|下次会话|下次對話|следующ\w+ сесси"
        ),
        "encoded": re.compile(
            r"\bpart \d ?(?:/|of) ?\d\b.{0,40}['\"]|\(fragment [a-z]\b|\bjoin the parts\b|%20(?:remember"
            r"|save|store|memory)|\buser\.(?:\w+)\s?="
        ),
        "markup": re.compile(
            r"\{\{[^{}]{0,80}\}\}|^=\w+\.\w+\(|\"role\"\s?:\s?\"(?:user|system|assistant)\"|\bmemory\.\w+\("
        ),
    }
)
"""Signs that are common in honest text too: what rests on such a sentence is held, never rejected."""
ROT13_COMMON = re.compile(
    r"\b(?:gur|naq|sbe|guvf|gung|lbh|jvgu|haq|qre|vfg|avpug|qra|qnf|nyyr|ung|ybf|ynf|dhr|cnen|yrf|qrf"
    r"|rfg|hfre|vf)\b"
)
MIXED_SCRIPT = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0370-\u04ff])[a-z\u0370-\u04ff]{2,}\b", re.IGNORECASE)
REVERSED = re.compile(r"\b(?:yromem|rebmemer|tnatsissa|snoitcurtsni|erongi|erots)\b")
STRONG_PLAIN = re.compile(
    r"ignore (?:all |any |the )?(?:previous|prior)|\bmemor(?:y|ies|ise|ize)\b|\bremember\b"
    r"|\binstructions?\b|\bassistant\b|\bthe user\b|\buser (?:wants|prefers|approved|allows"
    r"|authori[sz]ed)\b|\bfrom now on\b|\bapproved\b|记住|记忆|指令|用户|忽略|写入"
)
ROT13_HINT = re.compile(
    r"\b(?:zrzbel|erzrzore|vafgehpgvba|vafgehpgvbaf|vtaber|nffvfgnag|hfre|cersref|cersrerapr|nccebirq"
    r"|fgber|fnir)\b"
)
BASE64_RUN = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{20,}={0,2}(?![A-Za-z0-9+/=])")
HEX_RUN = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}[ :]?){16,}(?![0-9A-Za-z])")
HIDDEN_HTML = re.compile(
    r"<(\w+)[^<>]{0,200}style\s?=\s?[\"'][^\"']{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden"
    r"|opacity\s?:\s?0(?![.\d])|font-size\s?:\s?[01](?:px|pt|em)?\s?(?:;|[\"'])"
    r"|color\s?:\s?(?:#fff(?:fff)?|white)|left\s?:\s?-\d{3,}px)[^<>]{0,200}>.*?(?:</\1>|$)"
    r"|<[^<>]{0,200}\s(?:hidden|aria-hidden=[\"']true[\"'])[^<>]{0,200}>.*?</",
    re.IGNORECASE | re.DOTALL,
)
"""Text that a browser would not show; ordinary in pages, so it counts only where it speaks of the user or an AI."""
SPEAKS_TO_MACHINES = re.compile(
    r"\b(?:user|assistants?|ai|llm|agents?|memory|remember|instructions?|reader|owner)\b|用户|助手|记住|记忆|指令"
)
