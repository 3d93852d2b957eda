/**
 * Whether a password is one that every attacker tries first. Lists of leaked passwords consist of a few hundred words,
 * keyboard rows and simple sequences, each with the same few decorations: so the words are listed and the decorations
 * are undone by rule, which covers more than the plain top thousands. Only passwords of at least eight characters
 * matter, but short words count because decorations lengthen them.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (isMonotonous(text) || isSequence(text)) return true;
  return candidatesOf(text).some((candidate) => words.has(unrepeat(candidate)));
}

/**
 * Returns the text itself and its forms without the usual decorations: a few digits or symbols at its ends, digits
 * instead of letters.
 */
function candidatesOf(text: string): string[] {
  const withoutTail = text.replace(/[\d\W_]{1,4}$/, '');
  const withoutEnds = withoutTail.replace(/^[\d\W_]{1,4}/, '');
  const plain = [text, withoutTail, withoutEnds];
  return [...plain, ...plain.map(undoLeet)];
}

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function undoLeet(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => leet[sign] ?? sign);
}

/** Reduces `abcabc` to `abc`. */
function unrepeat(text: string): string {
  return /^(.{2,}?)\1+$/u.exec(text)?.[1] ?? text;
}

/** Whether there are only one or two different characters: `11111111`, `aaaabbbb`, `10101010`. */
function isMonotonous(text: string): boolean {
  return new Set(text).size <= 2;
}

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaq12wsxcde34rfv',
  'zaq1xsw2cde3vfr4',
  'a1b2c3d4e5f6g7h8',
  '1a2b3c4d5e6f7g8h',
  '147258369',
  '159357258456',
  '11223344556677889900',
  '112233445566778899',
  '123454321',
  '123123456456789789',
];

const paths = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/**
 * Whether the text consists of pieces of rows and sequences, of at least three characters each: `12345678`,
 * `qwertyasdfgh`, `abcd1234`.
 */
function isSequence(text: string): boolean {
  let rest = text;
  while (rest.length >= 3) {
    const piece = longestPiece(rest);
    if (piece < 3) return false;
    rest = rest.slice(piece);
  }
  return rest.length < 3;
}

function longestPiece(text: string): number {
  let length = /^(.)\1*/u.exec(text)?.[0].length ?? 0;
  while (length < text.length && paths.some((path) => path.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}

/** In lower case, without digits at the ends. */
const words = new Set(
  `
  aaa abc abcd access account action adidas admin adminadmin administrator adminpassword adobe airborne
  ajaxajax alaska albert alejandra alejandro alessandra alessandro alex alexander alexandra alexis alfred
  alice aliens alison allison alpha always amanda amateur amazing amazon amber america american amore
  amorzinho amour anderson andrea andreas andrew android angel angela angelica angelina angels animal
  anthony antonio apache apollo apple apples april aquarius archie arizona arsenal arthur asd asdasd asdf
  asdfgh asdzxc ashley asshole athena august austin australia autumn awesome azerty babe baby babyboy
  babygirl badboy badger bailey baller balloon banana bandit barbara barbie barcelona barney baseball
  basketball batman bayern beach beatles beautiful beauty beaver benfica benjamin berlin bigdaddy bigdick
  bigdog birdie bitch bitches blabla black blackie blackjack blahblah blessed blink blonde blondie bloody
  blossom blowjob blue bluebird bonita bonjour booboo boomer boston bradley brandon brandy brasil brazil
  bridge brittany broken bronco broncos brooklyn bubba bubbles buddy bulldog bullshit buster butter
  buttercup butterfly butthead button caesar california camaro cameron camille canada candy caonima captain
  cardinal carlos carmen carolina caroline carter casper catalina catherine celtic champion chance change
  changeme charles charlie charlotte cheese chelsea cherry chester chevrolet chevy chicago chicken chicks
  chocolat chocolate chopper chris christ christian christina christine christmas christopher ciao ciaociao
  cinderella classic claudia cocacola coffee college colorado columbia compaq computer connect contrasena
  contraseña cookie cookies cool cooper corazon corinthians corvette country courtney cowboy cowboys cracker
  creative cricket cristian cristina crystal cutie cynthia daddy daddysgirl daisy dakota dallas daniel
  daniela danielle darkness darling david debbie default deftones delta demo denise dennis denver desire
  destiny detroit deutschland developer dexter diamond diana diesel digital dirty disney doctor dodger
  dodgers dolphin dolphins dominic donald dottie doudou dragon dreamer dreams driver drowssap dublin eagle
  eagles easter eastern eclipse edward einstein electric element elephant elizabeth eminem emmanuel england
  enigma enjoy enter esther estrella europe evelyn everton explorer extreme facebook falcon familia family
  fantasy feb fender fernando ferrari feyenoord fileshare filter firebird fireman fishing flamengo flames
  flamingo flower flowers football forest forever formula forzainter fossil fotboll francesca frankfurt
  frankie franklin freddy freedom freepass friday friend friends friendship fruehling fucker fuckme fuckoff
  fuckyou fussball futbol gabriel gabriela gangster garfield gateway geheim gemini genesis george georgia
  germany ghost giants gibson ginger giovanni giuseppe gizmo gloria god godisgood godislove godzilla golden
  goldfish golfer good goodluck google gordon gorgeous gothic grandma green gregory guest guitar gunner
  hahaha hallihallo hallo hamburg hammer hannah happy happyday hardcore harley harry harrypotter haslo
  hawaii heather heaven hejhej hello hellohello hellokitty helloworld helpme hendrix henry herbst hermes
  hermosa hockey holiday hollywood homer honda honey hooters horses hot hotdog hotmail hottie house houston
  hunter hunting iamgod iceman ihateyou iloveme iloveu iloveyou iloveyouso imagine imissyou india infinity
  inside instagram internet ireland isabel isabella italia ivanov jackass jackson jacob jaguar james jan
  january jasmine jasper jeffrey jennifer jeremy jerome jessica jesus jesuschrist jesusislord jetaime jimmy
  johnny johnson jonathan jordan joseph joshua juliana junior jupiter justice justin juventus kangaroo
  karate karina katherine kathleen kawasaki keepout kevin killer kimberly kingdom kiss kissme kitten kitty
  knight kochanie kristina ladybug lakers lasvegas laura lauren lavender legend leonard leonardo letmein
  liberty lincoln linkinpark liverpool lizard login lol london losenord loser loulou love lovelove lovely
  loveme lover lovers loveyou lubov lucky lösenord macintosh mackenzie maddog madison maggie magic magnum
  maksim malibu manager manchester manunited maradona marcus margaret maria mariana marie marina marine
  mario mariposa marlboro marseille marshall martin martina master matrix matthew maverick maxwell melanie
  melissa member mercedes mercury merlin metallica mexico michael michelle michigan mickey microsoft
  midnight miller minecraft minnie miranda misiaczek mobile molly money monica monkey monkeys monster
  montana morgan morris motdepasse mother motorola mountain muenchen muffin murphy music mustang mylove
  mypassword myspace napoli naruto nascar nastya natalia natalie natasha nathan naughty newcastle
  newpassword newyork nicholas nicolas nicole nikita nintendo nirvana nissan nobody nopassword nothing
  november number nursing october office oliver olivia online orange oranges orlando pa55word packers
  pakistan palmeiras pamela panther panthers paradise parker parol pass passion passme passpass passport
  passw passwd password passwords passwort patches patricia patrick patriots peaches peanut pebbles penguin
  pepper pepsi perfect peter phantom philip phoenix photo pickle picture piglet pineapple pink pirate
  playboy player please pokemon police polska poohbear pookie porsche portugal power precious presario
  prince princesa princess private privet promise puppies purple pussy qaz qazqaz qwe qweasd qweasdzxc
  qweqwe qwer qwert qwerty rabbit rachel raider raiders rainbow ranger rangers raptor raymond realmadrid
  rebecca redskins redsox redwings regina remember renault ricardo richard ringo robert roberto rocket
  rockstar rocky romance ronaldinho ronaldo root rootpassword rootroot rosebud roxanne runner rush russia
  sabrina sailor saints sakura salasana samantha samson samsung sandra santiago saturday saturn savannah
  scarface schalke schatz school scooter scorpio scorpion scotland scott sebastian secret secure security
  senha september server service sex sexy sexygirl shadow shalom shannon sharon sheila shelby shithead
  shorty sierra silver simon simple simpson simpsons skater skippy skyline slayer slipknot smile smokey
  smooth snickers sniper snoopy snowball snowman soccer software soldier soleil sommar sommer sophia sophie
  southpark spanky sparky spartak special speedy spencer spider spiderman spirit spitfire sponge spongebob
  spring springer squirt standard stanley star stardust starlight start startrek starwars steelers stefan
  stella stephanie stephen steven stewart strawberry student stupid sublime success sugar summer sunday
  sunflower sunset sunshine super superman supernova superstar surfer susana suzuki sweet sweetheart sweetie
  sweetpea swimming sydney system tamara tandem tarzan taurus taylor teacher teamo teddybear tekken telefon
  tequiero tequila teresa terminator test tester testing testtest thailand thepassword thomas thunder
  thursday tiffany tiger tigers tigger timothy tinkerbell titanic tokyo tomcat topgun toyota transformers
  trinity tristan trouble trustme trustno trustnoone turtle tweety twilight twitter tyler unicorn united
  universe unknown username userpass userpassword useruser valentin valentina valentine vampire vanessa
  vanilla veronica victor victoria victory viking vincent violet virginia voetbal volkswagen voyager
  wachtwoord walker walter warcraft warrior warriors water webmaster wednesday welcome welcomehome welkom
  werewolf western whatever whatsup white whoami wildcats william williams willow wilson windows winner
  winston winter wisdom wizard woaini wolfgang wolverine wolves woman wonder wsxedc xxx yamaha yankee
  yankees yellow young yvonne zaqwsx zenit zeppelin zidane zxc zxcv zxcvbn zxczxc
  `
    .trim()
    .split(/\s+/),
);
