"""What the cautious packs know of six languages: a handful of patterns each, all read in lower case."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language, by function.

    Args:
        tag: Primary language tag.
        user: How memories name the account holder.
        states: First-person statements that last ("vivo en", "ich wohne in").
        kin: People and pets in the user's life.
        changes: Words of change.
        ends: Words that end something.
        standing: A wish for the future behaviour of the assistant.
        requests: How a request for work begins.
        questions: How a question without a question mark begins.
        unreal: Hypotheticals, hedges and jokes.
        small: Words that alone say nothing.
        withdraws: How something is taken back; what it names stands in the group ``about``.
        unsaved: How the user keeps something out.
        agrees: A short yes.
        likes: Words of preference.
        plans: Words of the future.
        stop: Function words.
        swaps: Safe rewritings of a first-person opening.
    """

    tag: str
    user: str
    states: re.Pattern[str]
    kin: re.Pattern[str]
    changes: re.Pattern[str]
    ends: re.Pattern[str]
    standing: re.Pattern[str]
    requests: re.Pattern[str]
    questions: re.Pattern[str]
    unreal: re.Pattern[str]
    small: frozenset[str]
    withdraws: re.Pattern[str]
    unsaved: re.Pattern[str]
    agrees: re.Pattern[str]
    likes: re.Pattern[str]
    plans: re.Pattern[str]
    stop: frozenset[str]
    swaps: tuple[tuple[re.Pattern[str], str], ...]


def _lexicon(tag: str, user: str, *, swaps: dict[str, str], small: str, stop: str, **patterns: str) -> Lexicon:
    compiled = {name: re.compile(pattern) for name, pattern in patterns.items()}
    return Lexicon(
        tag=tag,
        user=user,
        small=frozenset(small.split()),
        stop=frozenset(stop.split()),
        swaps=tuple(
            (re.compile(rf"^(?:{start})\b" if tag != "ja" else start, re.IGNORECASE), to)
            for start, to in swaps.items()
        ),
        **compiled,  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    )


SPANISH = _lexicon(
    "es",
    "El usuario",
    states=r"\b(?:soy (?:alérgic|intolerante|vegan|vegetarian|celíac|diabétic|profesor|médic|enfermer|"
    r"de\b|el\b|la\b|un)|vivo (?:en|con)|trabajo (?:en|de|como|con|para|desde)|me llamo|tengo "
    r"(?:un|una|dos|tres|\d|alergia|cita|el|la)|nací en|estoy (?:casad|embarazad|divorciad)|"
    r"me (?:mudé|mudo|jubilo|jubilé|casé|caso|cambié|cambio|toca|rompí|operan|opero|apunté)|he (?:dejado|"
    r"empezado|vendido|comprado|cambiado)|empiezo|empecé|dejé|compré|vendí|monté|ya no|no (?:como|bebo|"
    r"tolero|puedo comer)|uso|usamos|estudio|juego)\b|\bsoy \w+(?:o|a|ista)\b",
    kin=r"\b(?:mi|mis|nuestr[oa]s?) (?:\w+ )?(?:madre|padre|mamá|papá|herman[oa]|hij[oa]s?|mujer|marido|"
    r"espos[oa]|novi[oa]|pareja|abuel[oa]|prim[oa]|tí[oa]|suegr[oa]|cuñad[oa]|sobrin[oa]|niet[oa]|"
    r"amig[oa]|jef[ea]|vecin[oa]|compi|compañer[oa]|perr[oa]|gat[oa]|médic[oa]|profe|nena|nene|"
    r"ex)\b|\b(?:el niño|la niña) se llama\b",
    changes=r"\b(?:ahora|ya no|a partir de|desde (?:ayer|hoy|enero|febrero|marzo|abril|mayo|junio|julio|"
    r"agosto|septiembre|octubre|noviembre|diciembre|el)|cambi[oóa]\w*|pasa(?:n|mos)? (?:a|al)|"
    r"en vez de|en lugar de|se (?:muda|mudó)|nuev[oa]|movid[oa]|adelant\w+|aplaz\w+|retras\w+)\b",
    ends=r"\b(?:ya no|cancel\w+|anulad\w+|se acabó|terminé|vendí|dejé|dejó|murió|falleció|rompimos|"
    r"suspend\w+|no viajo|no voy|tampoco va|ya no vale)\b",
    standing=r"\b(?:a partir de ahora|de ahora en adelante|en adelante|siempre|nunca|jamás|cada vez "
    r"que|por defecto|recuerda que|acuérdate|ten en cuenta|apunta que|anota que|apúntate)\b",
    requests=r"^(?:(?:hola|oye|ok|vale|y|por favor|porfa|ah)[, ]+)*(?:puedes|podrías|me puedes|ayúdame|"
    r"me ayudas|haz|hazme|dame|dime|escribe|escríbeme|redacta|traduce|corrige|busca|búscame|"
    r"resume|explícame|pon|ponme|quita|añade|cambia|manda|mándame|calcula|prepara|revisa|mira|"
    r"lee|borra el)\b",
    questions=r"^(?:y |pero |oye |a ver,? )*(?:qué|que (?:me|hay|tal)|cómo|cuándo|cuánto|cuántos|cuál|"
    r"dónde|por qué|quién)\b",
    unreal=r"\b(?:si (?:tuviera|fuera|pudiera|ganara|gano)|ojalá|quizá|quizás|a lo mejor|tal vez|imagina|"
    r"jaj\w+|es broma|capaz)\b",
    small="hola buenas buenos días tardes noches gracias ok vale sí si no perfecto genial muy bien "
    "joya claro dale eso es ya listo adiós hasta luego mañana igual nada jaja jajaja",
    withdraws=r"\b(?:olvida|olvídate de|olvídalo|olvide|borra|bórralo|bórrame|borralo|elimina"
    r"|quita)\b(?P<about>."
    r"*)",
    unsaved=r"\b(?:no (?:lo |la |me lo )?(?:guardes|apuntes|recuerdes|anotes)|entre nosotros"
    r"|que quede entre)\b",
    agrees=r"^(?:sí|si|claro|exacto|eso es|correcto|vale|dale|así es)[,. !]*",
    likes=r"\b(?:prefiero|me gusta|me encanta|odio|no soporto|no me gusta|favorit[oa])\b",
    plans=r"\b(?:voy a|vamos a|iré|tengo cita|(?:el|los) (?:lunes|martes|miércoles|jueves|viernes|sábado"
    r"|domingo|"
    r"\d{1,2})|en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
    r"diciembre)|mañana|próxim[oa])\b",
    stop="el la los las un una unos unas de del a al en con por para que y o u es son está están soy "
    "ser se su sus mi mis me te le lo nos no sí ya muy más pero como usuario usuaria tiene ha "
    "he hay este esta eso desde hasta",
    swaps={
        "vivo": "El usuario vive",
        "trabajo": "El usuario trabaja",
        "soy": "El usuario es",
        "tengo": "El usuario tiene",
        "prefiero": "El usuario prefiere",
        "me llamo": "El usuario se llama",
        "estudio": "El usuario estudia",
        "uso": "El usuario usa",
        "odio": "El usuario odia",
        "me gusta": "Al usuario le gusta",
        "me mudé": "El usuario se mudó",
        "me mudo": "El usuario se muda",
        "empiezo": "El usuario empieza",
        "mi ": "El/la ",
    },
)
FRENCH = _lexicon(
    "fr",
    "L'utilisateur",
    states=r"\b(?:je suis (?:allergique|intolérant|vég|diabétique|prof|infirmi|né|marié|enceinte|en "
    r"(?:congé|arrêt|alternance)|un|une|à|au|chez|arbitre)|j'habite|je vis|je (?:travaille|bosse)|"
    r"je m'appelle|j'ai (?:un|une|deux|trois|\d|signé|arrêté|changé|déménagé|acheté|vendu|commencé|"
    r"emménagé|rendez-vous|rdv)|"
    r"je (?:passe|déménage|commence|pars|fais|joue|nage|cours|prends|mange|bois) |je ne (?:mange|bois|"
    r"supporte|peux|cours|vais)|j'arrête|je n'y vais plus|on (?:signe|s'installe|déménage|utilise))",
    kin=r"\b(?:mon|ma|mes|notre|nos) (?:\w+ )?(?:mère|père|maman|papa|frère|sœur|soeur|fils|fille|enfants?|"
    r"femme|mari|conjointe?|copain|copine|épouse|époux|grand-mère|grand-père|mamie|papi|cousine?|"
    r"oncle|tante|belle-\w+|beau-\w+|neveu|nièce|amie?|pote|chef|patronne?|voisine?|collègue|chienn?e?|"
    r"chatt?e?|lapin|médecin|kiné|coloc|binôme|ex|proprio)\b",
    changes=r"\b(?:maintenant|désormais|dorénavant|à partir d[eu'](?: \w+)?|ne .{1,25} plus|plus (?:de|"
    r"aucun)|passe(?:nt)? (?:à|au)|chang\w+|depuis|au lieu d|nouveau|nouvelle|décal\w+|report\w+|"
    r"remplac\w+|finalement)\b",
    ends=r"\b(?:ne .{1,25} plus|annul\w+|c'est fini|j'arrête|j'ai arrêté|vendu|décédé\w*|mort|adieu|"
    r"terminé|plus de|fermé)\b",
    standing=r"\b(?:à partir de maintenant|désormais|dorénavant|à l'avenir|toujours|jamais|chaque fois|"
    r"par défaut|retiens|rappelle-toi|souviens-toi|n'oublie pas|note(?:z)? que|sachez|pour "
    r"les prochain\w+)\b",
    requests=r"^(?:(?:bonjour|salut|ok|oui|stp|svp|merci|et|alors|ah)[, ]+)*(?:peux-tu|pouvez-vous|"
    r"tu peux|pourrais-tu|pourriez-vous|aide-moi|fais|fais-moi|donne|donne-moi|dis|dis-moi|"
    r"écris|rédige|traduis|corrige|cherche|résume|explique|mets|mettez|enlève|ajoute|envoie|"
    r"calcule|prépare|regarde|lis|planifie|trouve)\b",
    questions=r"^(?:et |mais |alors )*(?:qu'est-ce|est-ce|quel|quelle|quels|quelles|comment|quand|combien|"
    r"où|pourquoi|qui|que|c'est quoi|t'as)\b",
    unreal=r"\b(?:si (?:j'étais|j'avais|je gagn\w+|j')|peut-être|imagine|mdr|ptdr|lol|je blague|je "
    r"plaisante|j'aimerais bien)\b",
    small="bonjour bonsoir salut merci ok oui non d'accord parfait super génial bien très top nickel "
    "ouais voilà bonne nuit journée idée à plus tout beaucoup c'est ça",
    withdraws=r"\b(?:oublie|oubliez|efface|effacez|supprime|supprimez|retire|retirez)\b(?P<about>.*)",
    unsaved=r"\b(?:ne (?:le |la |l')?(?:retiens|note|garde|gardez|enregistre|notez)\w* pas|entre nous|"
    r"garde (?:ça|le) pour toi)\b",
    agrees=r"^(?:oui|ouais|exact|exactement|voilà|c'est ça|d'accord|tout à fait)[,. !]*",
    likes=r"\b(?:je préfère|j'aime|j'adore|je déteste|je n'aime pas|préféré\w*|je ne supporte pas)\b",
    plans=r"\b(?:je vais|on va|je pars|rendez-vous|rdv|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|"
    r"demain|prochaine?|en (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|"
    r"novembre|décembre)|le \d{1,2})\b",
    stop="le la les un une des de du d l à au aux en dans avec pour par sur que qui et ou est sont "
    "suis être se sa son ses mon ma mes me te ne pas plus il elle on nous je tu ce cette ça utilisateur "
    "utilisatrice a ai as y c j m n s t qu",
    swaps={
        "j'habite": "L'utilisateur habite",
        "je vis": "L'utilisateur vit",
        "je travaille": "L'utilisateur travaille",
        "je bosse": "L'utilisateur bosse",
        "je suis": "L'utilisateur est",
        "j'ai": "L'utilisateur a",
        "je préfère": "L'utilisateur préfère",
        "j'aime": "L'utilisateur aime",
        "je déteste": "L'utilisateur déteste",
        "je passe": "L'utilisateur passe",
        "je m'appelle": "L'utilisateur s'appelle",
        "je pars": "L'utilisateur part",
        "je commence": "L'utilisateur commence",
        "je déménage": "L'utilisateur déménage",
        "j'arrête": "L'utilisateur arrête",
        "j'adore": "L'utilisateur adore",
    },
)
GERMAN = _lexicon(
    "de",
    "Der Nutzer",
    states=r"\b(?:ich (?:bin (?:\w+ )?(?:allergisch|vegan\w*|vegetarier\w*|lehrer\w*|ein\w*|am|im|in|"
    r"bei|jetzt|seit|tante|onkel|umsteiger\w*|schwanger|verheiratet|gast)|wohne?|lebe|arbeite?|"
    r"heiße|heisse|habe? (?:ein|eine|einen|ne|zwei|drei|\d|seit|jetzt|gestern|mein)|esse|trinke|"
    r"vertrage|fahre?|spiele|lerne|lese|studiere|nutze|wechsle?|ziehe?|suche|brauche|mache?)|"
    r"hab(?:e)? (?:mein|jetzt|gestern|ne|nen|ein)|"
    r"wir (?:sind|haben|ziehen|nutzen|gehen|führen|wohnen|proben|fahren|machen)|bin (?:\w+ )?(?:allergisch|"
    r"umgezogen|jetzt))\b",
    kin=r"\b(?:mein|meine|meiner|meinem|meinen|unser|unsere) (?:\w+ )?(?:mutter|vater|mama|papa|mutti|"
    r"bruder|schwester|sohn|tochter|kinder|kind|frau|mann|freund|freundin|oma|opa|tante|onkel|cousin|"
    r"cousine|nichte|neffe|schwieger\w+|chef|chefin|nachbar|nachbarin|kollege|kollegin|hund|katze|"
    r"kater|arzt|ärztin|mitbewohner\w*|ex|nachfolger\w*|partner\w*|verlobte\w*)\b",
    changes=r"\b(?:jetzt|ab (?:sofort|jetzt|heute|morgen|nächst\w+|dem|\d|januar|februar|märz|april|"
    r"mai|juni|juli|august|september|oktober|november|dezember)|künftig|seit|nicht mehr|statt|"
    r"anstatt|wechsl\w+|umgezogen|umbenannt|verschoben|verlegt|neu(?:e|er|es|en)?|inzwischen|"
    r"mittlerweile|nur noch|doch nicht)\b",
    ends=r"\b(?:nicht mehr|kein\w* mehr|gekündigt|verkauft|abgesagt|gestrichen|gestorben|aufgehört|"
    r"vorbei|hinfällig|fällt aus|ausgefallen|getrennt|aufgelöst|keine zöliakie)\b",
    standing=r"\b(?:ab (?:jetzt|sofort)|von nun an|künftig|in zukunft|immer|niemals|nie|jedes mal"
    r"|grundsätzlich|"
    r"merk dir|merke dir|denk dran|denk daran|notier dir|bitte (?:kein|keine|nur noch))\b",
    requests=r"^(?:(?:hallo|hi|hey|moin|ok|ja|bitte|und|dann|guten (?:tag|morgen|abend)|so)[, ]+)*(?:kannst "
    r"du|könntest du|können sie|könnten sie|kannste|hilf|schreib|schreibe|übersetz\w*|korrigier\w*|"
    r"fass|such|suche|erklär\w*|mach|mache|gib|zeig|prüf\w*|schau|lies|stell|füg|lösch|rechne|"
    r"erstell\w*|plan|formulier\w*|nenn|sortier\w*|druck)\b",
    questions=r"^(?:und |aber |also )*(?:was|wie|wann|wo|warum|wieso|wer|welche\w*|wieviel|wie viel|"
    r"ist (?:das|es)|hast du|gibt es|soll ich)\b",
    unreal=r"\b(?:wenn ich (?:\w+ )?(?:wäre|hätte|könnte|gewinn\w*)|vielleicht|eventuell|angenommen|"
    r"stell dir vor|scherz\w*|haha\w*|lol|war nur spaß|würde gern|am liebsten würde)\b|😂",
    small="hallo hi hey moin guten tag morgen abend danke ok ja nein nö nee super passt perfekt gut "
    "sehr schön prima klar genau bitte tschüss bis dann gern gerne alles recht so dankeschön",
    withdraws=r"\b(?:vergiss|lösch\w*|streich\w*|entfern\w*|raus damit|kommt weg)\b(?P<about>.*)",
    unsaved=r"\b(?:(?:merk|speicher|notier)\w* (?:dir )?(?:das|es) (?:bitte )?nicht|nicht (?:speichern|"
    r"merken|notieren|aufschreiben)|unter uns|bleibt unter uns)\b",
    agrees=r"^(?:ja|jaa|jo|genau|stimmt|richtig|klar|passt)[,. !]*",
    likes=r"\b(?:mag|liebe|hasse|bevorzuge|lieber|am liebsten|lieblings\w+|kann .{1,20} nicht leiden|gern)\b",
    plans=r"\b(?:werde|wollen|will|termin|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|"
    r"sonntags?|morgen|übermorgen|nächst\w+|am \d{1,2}\.|im (?:januar|februar|märz|april|mai|"
    r"juni|juli|august|september|oktober|november|dezember))\b",
    stop="der die das den dem des ein eine einen einem einer und oder ist sind bin war im in am an "
    "auf aus bei mit von vom zu zum zur für als auch nicht nur ich du er sie es wir ihr mich mir "
    "dich dir sich mein meine meinen sein ihre nutzer nutzers nutzerin hat habe hab wird werden "
    "dass so schon noch da ja",
    swaps={
        "ich wohne?": "Der Nutzer wohnt",
        "ich lebe": "Der Nutzer lebt",
        "ich arbeite": "Der Nutzer arbeitet",
        "ich bin": "Der Nutzer ist",
        "ich habe?": "Der Nutzer hat",
        "ich mag": "Der Nutzer mag",
        "ich esse": "Der Nutzer isst",
        "ich trinke": "Der Nutzer trinkt",
        "ich vertrage": "Der Nutzer verträgt",
        "ich heiße": "Der Nutzer heißt",
        "ich spiele": "Der Nutzer spielt",
        "ich lerne": "Der Nutzer lernt",
        "ich hasse": "Der Nutzer hasst",
        "ich ziehe?": "Der Nutzer zieht",
        "ich wechsle?": "Der Nutzer wechselt",
        "ich suche?": "Der Nutzer sucht",
        "hab(?:e)?": "Der Nutzer hat",
        "bin": "Der Nutzer ist",
    },
)
PORTUGUESE = _lexicon(
    "pt",
    "O usuário",
    states=r"\b(?:sou (?:alérgic|intolerante|vegan|vegetarian|professor|médic|enfermeir|um|uma|d[aeo]|"
    r"o\b|a\b)|moro (?:em|no|na|com)|trabalho (?:em|no|na|com|como|de)|me chamo|tenho (?:um|"
    r"uma|dois|duas|\d|alergia|consulta)|nasci em|estou (?:casad|grávida|de)|(?:me )?mudei|mudo|"
    r"comprei|vendi|comecei|parei|larguei|não (?:como|bebo|posso comer)|uso|estudo|jogo)\b",
    kin=r"\b(?:minha|meu|minhas|meus|nossa|nosso) (?:\w+ )?(?:mãe|pai|irmã|irmão|filh[oa]s?|esposa|"
    r"marido|mulher|namorad[oa]|avó|avô|prim[oa]|ti[oa]|sogr[oa]|cunhad[oa]|sobrinh[oa]|net[oa]|"
    r"amig[oa]|chefe|vizinh[oa]|colega|cachorr[oa]|cadela|cão|gat[oa]|médic[oa]|ex)\b",
    changes=r"\b(?:agora|não .{1,25} mais|a partir de|desde|mudou|mudei|passou (?:para|pra|a)|em vez "
    r"de|nov[oa]|adiad[oa]|remarcad[oa]|troquei|trocou)\b",
    ends=r"\b(?:não .{1,25} mais|cancel\w+|acabou|terminei|vendi|parei|larguei|faleceu|morreu|desisti)\b",
    standing=r"\b(?:a partir de agora|daqui (?:em diante|pra frente)|sempre|nunca|jamais|toda vez|por "
    r"padrão|lembra que|lembre-se|lembre que|anota que|anote)\b",
    requests=r"^(?:(?:oi|olá|ok|sim|e|por favor|pf)[, ]+)*(?:pode|podes|você pode|consegue|me ajuda|"
    r"ajuda|faz|faça|me dá|diz|escreve|escreva|redige|traduz|traduza|corrige|corrija|procura|"
    r"resume|resuma|explica|explique|põe|coloca|tira|adiciona|muda|manda|calcula|prepara|revisa|"
    r"olha|lê)\b",
    questions=r"^(?:e |mas )*(?:o que|qual|quais|como|quando|quanto|quantos|onde|por que|porque|quem|cadê)\b",
    unreal=r"\b(?:se eu (?:fosse|tivesse|pudesse|ganhasse)|talvez|quem sabe|imagina|kkk\w*|rsrs|brincadeira|"
    r"tô brincando)\b",
    small="oi olá obrigado obrigada ok sim não beleza valeu perfeito ótimo legal bom dia boa tarde "
    "noite tchau certo isso tá bem muito",
    withdraws=r"\b(?:esquece|esqueça|apaga|apague|remove|remova|tira|exclui)\b(?P<about>.*)",
    unsaved=r"\b(?:não (?:guarda|guarde|anota|anote|salva|salve|grava|lembre)\w*|entre nós"
    r"|fica entre a gente)\b",
    agrees=r"^(?:sim|isso|exato|exatamente|certo|claro|isso mesmo)[,. !]*",
    likes=r"\b(?:prefiro|gosto|adoro|amo|odeio|detesto|não gosto|favorit[oa])\b",
    plans=r"\b(?:vou|vamos|consulta|marquei|segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã|"
    r"próxim[oa]|dia \d{1,2}|em (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|"
    r"outubro|novembro|dezembro))\b",
    stop="o a os as um uma de do da dos das em no na nos nas com por para pra que e ou é são está estou "
    "sou ser se seu sua meu minha me te lhe não sim já muito mais mas como usuário usuária tem "
    "há este esta isso desde até eu você ele ela",
    swaps={
        "moro": "O usuário mora",
        "trabalho": "O usuário trabalha",
        "sou": "O usuário é",
        "tenho": "O usuário tem",
        "prefiro": "O usuário prefere",
        "gosto": "O usuário gosta",
        "adoro": "O usuário adora",
        "odeio": "O usuário odeia",
        "me chamo": "O usuário se chama",
        "comecei": "O usuário começou",
        "comprei": "O usuário comprou",
        "vendi": "O usuário vendeu",
        "mudei": "O usuário mudou",
    },
)
ITALIAN = _lexicon(
    "it",
    "L'utente",
    states=r"\b(?:sono (?:allergic|intollerante|vegan|vegetarian|insegnante|medic|infermier|un|una|"
    r"di\b|il\b|la\b|celiac)|abito (?:a|in|con)|vivo (?:a|in|con)|lavoro (?:a|in|per|come|da|"
    r"con)|mi chiamo|ho (?:un|una|due|tre|\d|comprato|venduto|smesso|cambiato|iniziato|appuntamento)|"
    r"mi sono (?:trasferit|spostat|iscritt|licenziat)|non (?:mangio|bevo|posso mangiare)|uso|"
    r"usiamo|studio|gioco)",
    kin=r"\b(?:mia|mio|mie|miei|nostra|nostro) (?:\w+ )?(?:madre|padre|mamma|papà|sorella|fratello|"
    r"figli[oae]?|moglie|marito|fidanzat[oa]|ragazz[oa]|nonn[oa]|cugin[oa]|zi[oa]|suocer[oa]|cognat[oa]|"
    r"nipote|amic[oa]|cap[oa]|vicin[oa]|collega|cane|gatt[oa]|medico|ex)\b",
    changes=r"\b(?:adesso|ora|non .{1,25} più|da (?:oggi|domani|gennaio|febbraio|marzo|aprile|maggio|"
    r"giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)|a partire da|cambiat\w+|spostat\w+|"
    r"invece|nuov[oa]|passa a)\b",
    ends=r"\b(?:non .{1,25} più|cancellat\w+|annullat\w+|finit\w+|venduto|smesso|mort[oa]|lasciat\w+"
    r"|saltat\w+)\b",
    standing=r"\b(?:d'ora in poi|da ora in poi|in futuro|sempre|mai|ogni volta|ricorda che|ricordati|"
    r"tieni presente|segnati)\b",
    requests=r"^(?:(?:ciao|ok|sì|e|per favore)[, ]+)*(?:puoi|potresti|mi aiuti|aiutami|fai|fammi|dammi|"
    r"dimmi|scrivi|scrivimi|traduci|correggi|cerca|riassumi|spiegami|metti|togli|aggiungi|"
    r"manda|calcola|prepara|controlla|leggi)\b",
    questions=r"^(?:e |ma )*(?:che|cosa|come|quando|quanto|quanti|quale|quali|dove|perché|chi)\b",
    unreal=r"\b(?:se (?:fossi|avessi|potessi|vincessi)|forse|magari|immagina|ahah\w*|scherzo|scherzavo)\b",
    small="ciao grazie ok sì no perfetto bene benissimo ottimo buongiorno buonasera buonanotte certo "
    "esatto va d'accordo prego",
    withdraws=r"\b(?:dimentica|cancella|elimina|togli|rimuovi)\b(?P<about>.*)",
    unsaved=r"\b(?:non (?:salvarlo|salvare|ricordarlo|segnarlo|annotarlo|scriverlo)|tra noi|resti tra noi)\b",
    agrees=r"^(?:sì|esatto|certo|giusto|va bene|proprio così)[,. !]*",
    likes=r"\b(?:preferisco|mi piace|mi piacciono|adoro|amo|odio|non sopporto|non mi piace|preferit[oa])\b",
    plans=r"\b(?:vado|andiamo|appuntamento|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|"
    r"domani|prossim[oa]|a (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|"
    r"ottobre|novembre|dicembre)|il \d{1,2})\b",
    stop="il lo la i gli le un una uno di del della dei delle a al alla in nel nella con per da dal "
    "che e o è sono ho ha si suo sua mio mia mi ti non sì già molto più ma come utente questo "
    "questa",
    swaps={
        "abito": "L'utente abita",
        "vivo": "L'utente vive",
        "lavoro": "L'utente lavora",
        "sono": "L'utente è",
        "ho": "L'utente ha",
        "preferisco": "L'utente preferisce",
        "mi chiamo": "L'utente si chiama",
        "odio": "L'utente odia",
        "adoro": "L'utente adora",
    },
)
JAPANESE = _lexicon(
    "ja",
    "ユーザー",
    states=r"(?:私は|僕は|俺は|うちは|うちの|自分は)|アレルギー|住んで(?:いる|る|い)|住み始め|働いて|勤めて|通って|飼って|始めた|始めました|やめた|やめました|"
    r"買った|買いました|売った|引っ越し(?:た|ます|まし)|異動|転職|退職|入籍|離婚|合格|卒業|苦手|食べられ|飲め(?:ない|ません)|妊娠|診断|処方",
    kin=r"(?:母|父|姉|兄|妹|弟|夫|妻|息子|娘|旦那|嫁|彼氏|彼女|祖母|祖父|おばあちゃん|おじいちゃん|姪|甥|孫|いとこ|義母|義父|上司|同僚|後輩|先輩|友達|友人|"
    r"犬|猫|担当)(?:は|が|の|も|さん|と)",
    changes=r"変わり(?:ま|)|変わった|変更|なりました|になった|になる|になり|から(?:は)?(?=\d)|移動|移り|延期|前倒し|交代|やっぱ|今度から|\d+月から|来週から|"
    r"来月から|今月から|じゃなくて|ではなく",
    ends=r"やめた|やめました|中止|取り消|キャンセル|解散|なくなっ|終わっ|売った|枯ら|盗まれ|おさらば|行かない|辞め|別れ",
    standing=r"今後|これから(?:は|も)|これからは|必ず|絶対に|毎回|いつも.{0,12}(?:して|で)|覚えて(?:おいて|て|ほしい)|覚えといて|してほしい|しないで(?:ください|"
    r"ほしい|ね)|やめてもらえ|やめてください",
    requests=r"(?:して|教えて|調べて|まとめて|書いて|作って|直して|訳して|考えて|見て|見せて|送って|出して|探して|お願い|ください|下さい|ちょうだい|頼む|くれる|"
    r"もらえる)(?:ね|よ|ます|ますか)?[。!！]*$",
    questions=r"(?:かな|ですか|ますか|でしょうか|って何|なに|何か|どう|どこ|いつ|どっち|どれ|だっけ)[。?？]*$",
    unreal=r"もし|たら(?:なあ|いいな|やめる)|かもしれ|かも$|笑$|www*$|冗談|夢の話|なんちゃって|たい(?:な|なー|なぁ)$",
    small="はい うん ええ いいえ ありがとう ありがとうございます おは おはよう こんにちは こんばんは おやすみ "
    "了解 了解です ok いいね いいですね どうも "
    "なるほど そう そうです 違う ないです",
    withdraws=r"(?P<about>.*?)(?:は|を|の件は|のことは)?(?:忘れて|消して|削除して|取り消して|なしで|抜いて)",
    unsaved=r"(?:覚えなくて|記録しないで|保存しないで|メモしないで|ここだけの話|内緒|オフレコ)",
    agrees=r"^(?:はい|うん|ええ|そう|そうです|その通り|お願いします)[、。！ ]*",
    likes=r"好き|嫌い|苦手|派です|派だ|の方がいい|のほうがいい|大好き|ハマって",
    plans=r"\d+月|\d+日|来週|来月|来年|明日|明後日|予定|行く|行きます|予約|週[1-7１-７]|[月火水木金土日]曜",
    stop="ユーザー は が の を に で と も から まで する して いる ある です ます た だ",
    swaps={"(?:私|僕|俺|自分)は、?": "ユーザーは", "(?:私|僕|俺|うち)の": "ユーザーの"},
)
LEXICONS: tuple[Lexicon, ...] = (SPANISH, FRENCH, GERMAN, PORTUGUESE, ITALIAN, JAPANESE)
