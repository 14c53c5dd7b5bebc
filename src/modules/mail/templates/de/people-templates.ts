import { composeParts } from '../compose.ts'

/** The roles of a profile, as the pages name them. */
export const germanRoles: Readonly<Record<string, string>> = {
  admin: 'Admin',
  approver: 'Freigabe',
  editor: 'Redaktion',
  contributor: 'Mitarbeit',
  viewer: 'Nur Ansicht',
}

const stop = 'Diese E-Mails ausschalten'

/** Emails between people who work together, in German. */
export const germanPeopleTemplates = {
  welcome: composeParts({
    subject: 'Willkommen bei Posthorn',
    hello: 'Hallo {{name}},',
    says: 'Dein Konto ist bereit. Erstelle eine Marke, verbinde ihre Konten und schreibe deinen ersten Beitrag.',
    button: ['Posthorn öffnen', '{{url}}'],
    because: 'Du erhältst diese E-Mail, weil du ein Posthorn-Konto hast.',
  }),
  'sign-up-invite': composeParts({
    subject: 'Deine Einladung zu Posthorn',
    says: 'Du bist eingeladen, mit dieser Adresse ein Posthorn-Konto zu erstellen. Der Link gilt einmal und läuft in {{days}} Tagen ab.',
    button: ['Konto erstellen', '{{url}}/auth/sign-up#{{inviteToken}}'],
    api: 'Dein Code:\n\n{{inviteToken}}\n\nSende ihn als „inviteToken“ an POST {{url}}/v1/auth/sign-up.',
    because: 'Nicht erwartet? Ignoriere diese E-Mail. Ein Konto entsteht erst, wenn du es erstellst.',
  }),
  'profile-invite': composeParts({
    subject: 'Deine Einladung zu {{profile}} bei Posthorn',
    says: `{{inviter}} lädt dich ein, bei {{profile}} mitzuarbeiten. Deine Rolle: {{role}}.

Melde dich mit dieser Adresse an oder erstelle damit ein Konto. Der Link gilt einmal, bis zum {{until}}.`,
    button: ['Einladung annehmen', '{{url}}/auth/invite#{{inviteToken}}'],
    api: 'Dein Code:\n\n{{inviteToken}}\n\nSende ihn als „token“ an POST {{url}}/v1/profiles/invites/accept.',
    because: 'Nicht erwartet? Ignoriere diese E-Mail. Niemand erfährt, ob du ein Konto hast.',
  }),
  'approval-requested': composeParts({
    subject: 'Freigabe erforderlich: ein Beitrag für {{profile}}',
    hello: 'Hallo {{name}},',
    says: `{{by}} braucht deine Freigabe für diesen Beitrag. Ohne sie erscheint er nicht.

> {{post}}

> {{note}}`,
    button: ['Beitrag prüfen', '{{link}}'],
    because: 'Du erhältst diese E-Mail, weil du Beiträge für {{profile}} freigibst.',
    stop,
  }),
  'approval-decided': composeParts({
    subject: 'Dein Beitrag für {{profile}} wurde geprüft',
    hello: 'Hallo {{name}},',
    says: `{{by}} hat deinen Beitrag geprüft. {{outcome}}

> {{post}}`,
    button: ['Beitrag ansehen', '{{link}}'],
    because: 'Du erhältst diese E-Mail, weil du diesen Beitrag geschrieben hast.',
    stop,
  }),
  'guest-invite': composeParts({
    subject: 'Beiträge von {{profile}} zum Ansehen',
    hello: 'Hallo {{name}},',
    says: '{{profile}} zeigt dir Beiträge, bevor sie erscheinen. Du brauchst kein Konto. Der Link gilt bis {{until}}.',
    button: ['Beiträge ansehen', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'Nicht erwartet? Du kannst diese E-Mail ignorieren.',
  }),
  'guest-code': composeParts({
    subject: 'Dein Code für Beiträge von {{profile}}',
    hello: 'Hallo {{name}},',
    says: `Gib diesen Code auf der Seite ein, die danach fragt. Er läuft in {{minutes}} Minuten ab.

{{codeToken}}

Gib den Code niemandem weiter.`,
    because: 'Nicht angefordert? Ignoriere diese E-Mail. Ohne den Code kann niemand für dich entscheiden.',
  }),
  'guest-waiting': composeParts({
    subject: 'Beiträge von {{profile}} brauchen deine Freigabe',
    hello: 'Hallo {{name}},',
    says: 'Beiträge von {{profile}} brauchen deine Freigabe, bevor sie erscheinen.',
    button: ['Beiträge prüfen', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'Du erhältst diese E-Mail, weil du Beiträge von {{profile}} freigeben sollst.',
  }),
} as const
