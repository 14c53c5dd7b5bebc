import { composeParts } from '../compose.ts'

const hello = 'Hallo {{name}},'
const hasAccount = 'Du erhältst diese E-Mail, weil du ein Posthorn-Konto hast.'
const onceADay = 'Diese Warnung senden wir höchstens einmal am Tag.'
const resetByApi = 'Setze dein Passwort zurück mit POST {{url}}/v1/auth/request-password-reset.'
const toReset = ['Passwort zurücksetzen', '{{url}}/auth/forgot'] as const
const toSecurity = ['Passkeys ansehen', '{{url}}/open/settings/account/security'] as const
const toConfirm = ['E-Mail-Adresse bestätigen', '{{url}}/auth/confirm#{{token}}'] as const
const confirmByApi = 'Dein Code:\n\n{{token}}\n\nSende ihn als „token“ an POST {{url}}/v1/auth/verify-email.'

/** Emails about a user's own account, in German. */
export const germanAccountTemplates = {
  'plan-ended': composeParts({
    subject: 'Dein Posthorn-Tarif ist beendet',
    hello,
    says: `Deine Zahlung für den Tarif {{plan}} ist seit über einer Woche überfällig. Dein Konto hat jetzt den Tarif {{newPlan}}.

Es wurde nichts gelöscht. Du kannst weiterhin alles ansehen und exportieren. Funktionen außerhalb deines Tarifs pausieren, bis du ihn wechselst.`,
    button: ['Nutzung und Tarif ansehen', '{{url}}/open/settings/usage'],
    because: hasAccount,
  }),
  'recycling-ended': composeParts({
    subject: 'Recycling für einen deiner Beiträge beendet',
    hello,
    says: `Die letzten drei Kopien dieses Beitrags sind fehlgeschlagen. Deshalb haben wir das Recycling beendet:

> {{post}}

Korrigiere den Beitrag und schalte das Recycling wieder ein.`,
    button: ['Beitrag ansehen', '{{link}}'],
    api: 'GET {{url}}/v1/posts/{{postId}}/recycles zeigt die Fehler der Kopien.',
    because: 'Du erhältst diese E-Mail, weil du das Recycling für diesen Beitrag eingeschaltet hast.',
  }),
  'welcome-verify': composeParts({
    subject: 'Willkommen bei Posthorn: Bestätige deine E-Mail-Adresse',
    hello,
    says: 'Dein Konto ist bereit. Bestätige deine E-Mail-Adresse innerhalb von {{hours}} Stunden.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Du hast dieses Konto nicht erstellt? Ignoriere diese E-Mail. Deine Adresse wird dann nicht bestätigt.',
  }),
  'verify-email': composeParts({
    subject: 'Bestätige deine E-Mail-Adresse',
    hello,
    says: 'Bestätige deine E-Mail-Adresse für Posthorn innerhalb von {{hours}} Stunden.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Du hast kein Posthorn-Konto? Dann kannst du diese E-Mail ignorieren.',
  }),
  'change-email': composeParts({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    hello,
    says: 'Du möchtest diese Adresse für dein Posthorn-Konto verwenden. Bestätige sie innerhalb von {{hours}} Stunden.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Das warst du nicht? Ignoriere diese E-Mail. Dann ändert sich nichts.',
  }),
  'change-email-notice': composeParts({
    subject: 'Deine E-Mail-Adresse wird geändert',
    hello,
    says: `Jemand, der in deinem Konto angemeldet ist, möchte die E-Mail-Adresse in {{newEmail}} ändern. Die Änderung gilt, sobald die neue Adresse bestätigt ist.

Wenn du das nicht warst, setze jetzt dein Passwort zurück. Damit wirst du überall abgemeldet, und die Änderung wird abgebrochen.`,
    button: toReset,
    api: resetByApi,
    because: hasAccount,
  }),
  'email-taken': composeParts({
    subject: 'Du hast schon ein Konto',
    says: `Jemand wollte mit dieser Adresse ein weiteres Konto erstellen. Du hast schon eins, deshalb hat sich nichts geändert. Niemand hat erfahren, dass du ein Konto hast.

Wenn du das warst, melde dich an oder setze dein Passwort zurück.`,
    button: toReset,
    api: resetByApi,
    because: 'Das warst du nicht? Dann kannst du diese E-Mail ignorieren.',
  }),
  'email-changed': composeParts({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    hello,
    says: `Die E-Mail-Adresse deines Kontos ist jetzt {{newEmail}}. Diese Adresse verwenden wir nicht mehr.

Wenn du das nicht warst, wende dich sofort an den Administrator von {{url}}.`,
    button: ['Posthorn öffnen', '{{url}}/auth/sign-in'],
    because: 'Du erhältst diese E-Mail, weil diese Adresse zu deinem Konto gehörte.',
  }),
  'reset-password': composeParts({
    subject: 'Setze dein Passwort zurück',
    hello,
    says: 'Jemand möchte dein Posthorn-Passwort zurücksetzen. Wenn du das warst, wähle hier ein neues. Der Link gilt einmal und läuft in {{hours}} Stunde ab.',
    button: ['Neues Passwort wählen', '{{url}}/auth/reset#{{token}}'],
    api: 'Dein Code:\n\n{{token}}\n\nSende ihn als „token“ mit einem neuen Passwort an POST {{url}}/v1/auth/reset-password.',
    because: 'Das warst du nicht? Ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
  }),
  'password-changed': composeParts({
    subject: 'Dein Passwort wurde geändert',
    hello,
    says: `Dein Passwort wurde über einen Link an diese Adresse zurückgesetzt. Du wurdest überall abgemeldet.

Deine API-Schlüssel gelten weiter. Prüfe sie, falls du das nicht erwartet hast. Wenn du das nicht warst, wende dich an den Administrator von {{url}}.`,
    button: ['Anmelden', '{{url}}/auth/sign-in'],
    because: hasAccount,
  }),
  'passkey-added': composeParts({
    subject: 'Deinem Konto wurde ein Passkey hinzugefügt',
    hello,
    says: `Mit dem Passkey „{{passkey}}“ kann man sich ab jetzt ohne Passwort bei deinem Konto anmelden.

Wenn du das nicht warst, entferne ihn und ändere dein Passwort.`,
    button: toSecurity,
    api: 'Mit DELETE {{url}}/v1/auth/me/passkeys/{id} entfernst du ihn.',
    because: hasAccount,
  }),
  'passkey-removed': composeParts({
    subject: 'Ein Passkey wurde aus deinem Konto entfernt',
    hello,
    says: `Mit dem Passkey „{{passkey}}“ kann man sich nicht mehr bei deinem Konto anmelden. Du kannst ihn auch in deinem Passwortmanager löschen.

Wenn du das nicht warst, ändere dein Passwort.`,
    button: toSecurity,
    because: hasAccount,
  }),
  'password-guessed': composeParts({
    subject: 'Wiederholt falsche Passwörter für dein Konto',
    hello,
    says: `Jemand hat für dein Konto viele falsche Passwörter eingegeben. Keines war richtig, dein Konto ist sicher. Weitere Versuche verlangsamen wir. Wo du schon angemeldet warst, kannst du dich weiterhin anmelden.

Passwort vergessen? Setze es zurück. Am besten schützt ein langes Passwort, das du sonst nirgends verwendest.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'code-guessed': composeParts({
    subject: 'Jemand kennt dein Passwort und rät deinen Bestätigungscode',
    hello,
    says: `Jemand hat das richtige Passwort für dein Konto eingegeben und danach mehrere falsche Bestätigungscodes. Codes sind jetzt für eine Weile gesperrt. Wiederherstellungscodes gelten weiter.

Wenn du das nicht warst, setze jetzt dein Passwort zurück. Damit wirst du überall abgemeldet, und die Sperre endet.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'webhook-off': composeParts({
    subject: 'Ein Webhook wurde ausgeschaltet',
    hello,
    says: `Wir haben deinen Webhook {{endpoint}} ausgeschaltet: {{why}}.

Wenn dein Endpunkt wieder funktioniert, schalte den Webhook ein und sende die fehlgeschlagenen Zustellungen erneut.`,
    button: ['Webhook ansehen', '{{link}}'],
    api: 'Schalte ihn mit PATCH {{url}}/v1/webhooks/{id} und {"active":true} ein. Sende dann erneut mit POST {{url}}/v1/webhooks/{id}/replay-failed.',
    because: 'Du erhältst diese E-Mail, weil du diesen Webhook erstellt hast.',
  }),
  goodbye: composeParts({
    subject: 'Dein Konto wurde gelöscht',
    hello,
    says: `Wir haben dein Konto und alle Daten darin gelöscht, wie du es wolltest. Das ist unsere letzte E-Mail an dich.

Danke, dass du Posthorn verwendet hast.`,
    because: 'Du erhältst diese E-Mail, weil du dein Posthorn-Konto gelöscht hast.',
  }),
} as const
