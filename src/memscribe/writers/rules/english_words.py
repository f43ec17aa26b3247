"""English words by function: alternatives for patterns, and sets."""

import re

RELATIONS = (
    "mum|mom|mother|mam|dad|father|parents?|sister|brother|sibling|sis|bro|son|daughter|kids?|child|"
    "children|baby|twins?|wife|"
    "husband|partner|spouse|fianc[eé]e?|girlfriend|boyfriend|gf|bf|ex|ex-wife|ex-husband|aunt|auntie|"
    "uncle|cousin|nephew|niece|"
    "gran|nan|nana|grandma|grandmother|granny|grandad|grandpa|grandfather|grandson|granddaughter|grandkids|"
    "(?:mother|father|sister|brother|son|daughter)-in-law|in-laws|step(?:son|daughter|mum|mom|dad|father|"
    "mother|sister|brother)|"
    "god(?:son|daughter|mother|father)|friend|best friend|mate|flatmates?|roommates?|housemates?"
    "|neighbou?rs?|"
    "landlord|landlady|"
    "tenants?|boss|manager|colleagues?|coworkers?|co-worker|teammates?|assistant|apprentice|intern|"
    "supervisor|advisor|"
    "doctor|gp|dentist|physio|vet|therapist|consultant|midwife|nurse|lawyer|solicitor|accountant|teacher|"
    "tutor|coach|trainer|"
    "instructor|hairdresser|barber|plumber|electrician|builder|cleaner|childminder|nanny|babysitter|"
    "client|supplier|"
    "dog|cat|puppy|kitten|rabbit|horse|pony|hamster|parrot|budgie|tortoise|hens?|chickens?|goats?|pup"
)
MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
WEEKDAYS = (
    "mon(?:day)?s?|tue(?:s|sday)?s?|wed(?:s|nesday)?s?|thu(?:r|rs|rsday)?s?|fri(?:day)?s?|sat(?:urday)?s?|"
    "sun(?:day)?s?"
)
NUMBERS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
    "fifty|sixty|ninety|hundred"
)

REQUESTS = (
    "write|draft|rewrite|reword|rephrase|translate|summari[sz]e|proofread|correct|fix|check|convert|"
    "calculate|explain|tell|give|"
    "show|find|search|look|list|suggest|recommend|make|create|generate|help|name|compare|describe|read|"
    "open|run|pull|"
    "fetch|get|send|post|print|format|shorten|sort|count|add|remind|set|plan|book|order|turn|continue|"
    "expand|edit|improve|"
    "define|spell|paraphrase|outline|compose|design|build|test|review|debug|refactor|rename|update|"
    "move|delete|remove|"
    "clean|merge|deploy|install|generate|play|pretend|imagine|act|try|do|put|pick|choose|guess|cancel|"
    "reply|respond|answer|"
    "solve|work|estimate|analy[sz]e|prepare|schedule|upload|download|export|import|rank|label|colou?r|"
    "crop|draw|go|start|stop|"
    "let|keep|leave|take|swap|change|use|say|mark|file|close|log|note|block|drop|skip|trim|cut|replace|"
    "insert|include|"
    "proof|tidy|transcribe|extract|fill|bump|ping|call|email|text|message|confirm|share|type|repeat|"
    "remember|save|double-check|"
    "render|split|lint|format|rerun|re-run|push|commit|revert|spawn|reschedule|bring|throw|renew|pay"
    "|transfer|refund|register|submit|apply|enable|disable|restore|rotate|upgrade|bump|migrate|"
    "reconcile|rebook|resubmit|reorder|archive|publish|circulate|brainstorm|"
    "quiz|roast|rate|"
    "round|total|sum|redo|retry|undo|see|process|scan|identify|work out|have|pls|please|plz|now|quick|just"
)
QUESTION_OPENERS = (
    "what|what's|whats|which|who|who's|whos|whose|whom|when|when's|whens|where|where's|wheres|why|why's|"
    "how|how's|hows|"
    "is|isn't|isnt|are|aren't|arent|was|wasn't|were|weren't|am|do|does|did|don't you|didn't|doesn't|"
    "can|could|would|should|"
    "shall|will|won't|have|has|any|anything|wdyt|what're|whaddya|whatcha|ideas"
)
SMALL = frozenset(
    "ok okay k kk yes yep yeah yup ya no nope nah sure fine good great perfect lovely nice cool thanks "
    "thank you thx ta cheers ty "
    "tysm hi hello hey hiya yo morning evening afternoon night goodnight bye later lol haha hah ha "
    "lmao hmm hm oh ah wow yay "
    "please pls right exactly correct true agreed done sorry oops brilliant awesome amazing excellent "
    "super wonderful "
    "noted understood sweet neat yikes ugh phew omg god wait well so and then that it is this the a "
    "all best very much "
    "never mind nvm whatever go ahead do works got will lots again too really legend star magic bless "
    "mate dear xx x".split()
)
FILLERS = re.compile(
    r"^(?:(?:ok(?:ay)?|so|oh|ah|well|anyway|anyways|btw|by the way|also|and|but|yes|yeah|yep|yup|no|"
    r"nope|nah|hi|hey|hello|right|"
    r"actually|honestly|look|listen|haha|lol|hmm+|hm|um+|uh|erm|god|ugh|ha|oof|phew|sorry|fyi|ps|p\.s\.|"
    r"oh and|and also|"
    r"just so you know|for the record|for info|for context|remember(?: that)?|note(?: that)?|please "
    r"note(?: that)?|good news|"
    r"bad news|quick update|small update|update|news|heads up|heads-up|turns out|you know|basically"
    r"|apparently|"
    r"good|great|perfect|thanks|thank you|thx|ta|cheers|fine|lovely|nice|cool|sure|morning|good morning|mine)"
    r"(?:[,:;!.…]+\s*|\s+-+\s+|\s*—\s*|\s+(?=[a-z0-9'“\"(#£$€]))){1,4}",
    re.IGNORECASE,
)
