import { partsFromText } from '../template-from-text.ts'

/** The mails about a user's own account, in German. */
export const germanAccountTemplates = {
  'plan-ended': partsFromText(
    'Dein Tarif bei Posthorn ist beendet',
    `Hallo {{name}},

die Zahlung für deinen Tarif „{{plan}}“ bei {{url}} steht seit über einer Woche aus. Dein Konto hat jetzt den Tarif „{{newPlan}}“.

Es wurde nichts gelöscht: Du kannst alles lesen und exportieren. Was der Tarif nicht enthält, wartet, bis du ihn wieder hast.
`,
  ),
  'recycling-ended': partsFromText(
    'Ein Beitrag wird nicht mehr wiederholt',
    `Hallo {{name}},

Posthorn hat einen Beitrag von dir immer wieder veröffentlicht. Die letzten drei Kopien sind gescheitert, deshalb ist damit jetzt Schluss:

{{post}}

Sieh dir die Fehler der Kopien an (GET {{url}}/v1/posts/{{postId}}/recycles), ändere den Beitrag, und schalte die Wiederveröffentlichung wieder ein.
`,
  ),
  'welcome-verify': partsFromText(
    'Willkommen bei Posthorn: Bestätige deine E-Mail-Adresse',
    `Hallo {{name}},

dein Konto bei {{url}} ist bereit. Bitte bestätige deine E-Mail-Adresse innerhalb von {{hours}} Stunden. Dein Code:

{{token}}

Öffne diese Seite, um sie zu bestätigen:

{{url}}/auth/confirm#{{token}}

Ein Programm sendet den Code als „token“ an POST {{url}}/v1/auth/verify-email.

Wenn du dieses Konto nicht erstellt hast, brauchst du nichts zu tun. Deine Adresse wird dann nicht bestätigt.
`,
  ),
  'verify-email': partsFromText(
    'Bestätige deine E-Mail-Adresse',
    `Hallo {{name}},

bitte bestätige deine E-Mail-Adresse innerhalb von {{hours}} Stunden. Dein Code:

{{token}}

Öffne diese Seite, oder gib den Code dort ein, wo du danach gefragt wurdest:

{{url}}/auth/confirm#{{token}}

Ein Programm sendet den Code als „token“ an POST {{url}}/v1/auth/verify-email.

Wenn du bei {{url}} kein Konto hast, brauchst du nichts zu tun.
`,
  ),
  'change-email': partsFromText(
    'Bestätige deine neue E-Mail-Adresse',
    `Hallo {{name}},

du willst diese Adresse für dein Konto bei {{url}} benutzen. Bitte bestätige sie innerhalb von {{hours}} Stunden. Dein Code:

{{token}}

Öffne diese Seite, oder gib den Code dort ein, wo du danach gefragt wurdest:

{{url}}/auth/confirm#{{token}}

Ein Programm sendet den Code als „token“ an POST {{url}}/v1/auth/verify-email.

Wenn du das nicht warst, brauchst du nichts zu tun. Die Adresse des Kontos ändert sich dann nicht.
`,
  ),
  'change-email-notice': partsFromText(
    'Deine E-Mail-Adresse soll sich ändern',
    `Hallo {{name}},

jemand, der bei deinem Konto bei {{url}} angemeldet ist, will die E-Mail-Adresse in {{newEmail}} ändern. Das gilt, sobald die neue Adresse bestätigt ist.

Wenn du das nicht warst, setze jetzt dein Passwort zurück (POST {{url}}/v1/auth/request-password-reset). Das beendet jede Anmeldung und bricht die Änderung ab.
`,
  ),
  'email-taken': partsFromText(
    'Du hast schon ein Konto',
    `Hallo,

jemand wollte diese Adresse für ein weiteres Konto bei {{url}} benutzen. Sie gehört schon zu deinem Konto, deshalb hat sich nichts geändert. Die andere Person hat nicht erfahren, dass du ein Konto hast.

Wenn du das warst, melde dich mit dieser Adresse an, oder setze dein Passwort zurück (POST {{url}}/v1/auth/request-password-reset). Sonst brauchst du nichts zu tun.
`,
  ),
  'email-changed': partsFromText(
    'Deine E-Mail-Adresse wurde geändert',
    `Hallo {{name}},

die E-Mail-Adresse deines Kontos bei {{url}} ist jetzt {{newEmail}}. Diese Adresse wird nicht mehr benutzt.

Wenn du das nicht warst, wende dich an die Menschen, die {{url}} betreiben.
`,
  ),
  'reset-password': partsFromText(
    'Setze dein Passwort zurück',
    `Hallo {{name}},

jemand möchte das Passwort deines Kontos bei {{url}} zurücksetzen. Der Code gilt einmal und noch {{hours}} Stunde:

{{token}}

Öffne diese Seite, um ein neues Passwort zu setzen, oder gib den Code dort ein, wo du danach gefragt wurdest:

{{url}}/auth/reset#{{token}}

Ein Programm sendet den Code als „token“ mit einem neuen Passwort an POST {{url}}/v1/auth/reset-password.

Wenn du das nicht warst, brauchst du nichts zu tun. Dein Passwort ändert sich dann nicht.
`,
  ),
  'password-changed': partsFromText(
    'Dein Passwort wurde geändert',
    `Hallo {{name}},

das Passwort deines Kontos bei {{url}} wurde mit einem Code zurückgesetzt, der an diese Adresse ging. Jede Anmeldung ist beendet. API-Schlüssel gelten weiter. Wenn du das nicht erwartet hast, prüf deine API-Schlüssel.

Wenn du das nicht warst, wende dich an die Menschen, die {{url}} betreiben.
`,
  ),
  'password-guessed': partsFromText(
    'Viele falsche Passwörter für dein Konto',
    `Hallo {{name}},

jemand hat für dein Konto bei {{url}} viele falsche Passwörter hintereinander eingegeben. Jeder weitere Versuch muss länger warten. Wo du schon angemeldet warst, kannst du dich wie gewohnt anmelden.

Wenn du das warst und dein Passwort vergessen hast, setze es zurück (POST {{url}}/v1/auth/request-password-reset). Wenn nicht, ist dein Konto sicher: Kein Passwort hat gestimmt. Am besten schützt ein langes Passwort, das du sonst nirgends benutzt.

Diese Warnung bekommst du höchstens einmal am Tag.
`,
  ),
  'code-guessed': partsFromText(
    'Jemand kennt dein Passwort und rät Codes',
    `Hallo {{name}},

jemand hat sich mit dem Passwort deines Kontos bei {{url}} angemeldet und mehrere falsche Codes des zweiten Faktors hintereinander eingegeben. Codes werden jetzt eine Weile abgelehnt. Ein Wiederherstellungscode gilt jederzeit.

Wenn du das nicht warst, setze jetzt dein Passwort zurück (POST {{url}}/v1/auth/request-password-reset). Das beendet jede Anmeldung und die Wartezeit.

Diese Warnung bekommst du höchstens einmal am Tag.
`,
  ),
  'webhook-off': partsFromText(
    'Ein Webhook wurde ausgeschaltet',
    `Hallo {{name}},

dein Webhook {{endpoint}} bekommt keine Ereignisse mehr: {{why}}.

Seine Zustellungen stehen mit der Antwort auf jede unter {{url}}/v1/webhooks/{id}/deliveries. Wenn dein Server wieder läuft, schalte den Webhook ein (PATCH {{url}}/v1/webhooks/{id} mit {"active":true}). Sende dann die gescheiterten Zustellungen noch einmal (POST {{url}}/v1/webhooks/{id}/replay-failed).
`,
  ),
  goodbye: partsFromText(
    'Dein Konto wurde gelöscht',
    `Hallo {{name}},

dein Konto bei {{url}} und alle seine Daten wurden gelöscht, wie du es wolltest. Das ist die letzte Mail an diese Adresse.

Danke, dass du Posthorn benutzt hast.
`,
  ),
} as const
