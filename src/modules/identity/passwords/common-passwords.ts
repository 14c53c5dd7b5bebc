/** The passwords that guessers try first, limited to those of at least the minimum length. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd pass1234 passpass
   12345678 123456789 1234567890 0123456789 987654321 87654321 0987654321 11223344 1122334455 12341234 123123123
   12344321 123454321 147258369 789456123 741852963 159753456 31415926 314159265 1234abcd abcd1234 abc12345 a1234567
   a12345678 a123456789 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc qazwsxedc q1w2e3r4 q1w2e3r4t5
   qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 qwertzuiop azertyuiop asdfghjk asdfghjkl
   asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zaq12wsx !qaz2wsx abcdefgh abcdefghi abcdefghij abc123456 iloveyou iloveyou1
   iloveyou2 ilovegod welcome1 welcome12 welcome123 changeme changeme1 changeme123 letmein1 letmein123 letmein! admin123
   admin1234 administrator root1234 toor1234 default1 master123 superman superman1 batman123 spiderman starwars
   pokemon1 dragon123 football football1 baseball baseball1 basketball soccer123 liverpool chelsea1 arsenal1 barcelona
   princess princess1 sunshine sunshine1 shadow123 monkey123 charlie1 michael1 jennifer michelle jonathan alexander
   computer internet samsung1 whatever trustno1 freedom1 mustang1 corvette mercedes cocacola chocolate butterfly
   blink182 metallica slipknot hello123 hello1234 helloworld google123 facebook facebook1 linkedin linkedin1 secret123
   test1234 testtest testing1 testing123 temp1234 guest123 user1234 login123 access14 mypassword newpassword
   passwort passwort1 hallo123 motdepasse contraseña senha123 wachtwoord posthorn posthorn1 posthorn123`.split(/\s+/),
)
