import { partsFromText } from '../template-from-text.ts'

/** The roles of a profile, as the pages name them. */
export const germanRoles: Readonly<Record<string, string>> = {
  admin: 'Verwaltung',
  editor: 'Redaktion',
  viewer: 'Nur lesen',
}

/** Mails between people who work together, in German. */
export const germanPeopleTemplates = {
  welcome: partsFromText(
    'Willkommen bei Posthorn',
    `Hallo {{name}},

dein Konto ist bereit. Lege eine Marke an, verbinde ihre Konten, und schreib deinen ersten Beitrag:

{{url}}
`,
  ),
  'sign-up-invite': partsFromText(
    'Deine Einladung zu Posthorn',
    `Hallo,

wer Posthorn bei {{url}} betreibt, lädt dich ein, dort ein Konto anzulegen. Benutze dafür diese Adresse und den folgenden Code. Er gilt einmal und noch {{days}} Tage:

{{inviteToken}}

Öffne diese Seite, um dein Konto anzulegen:

{{url}}/auth/sign-up#{{inviteToken}}

Ein Programm sendet den Code als „inviteToken“ an POST {{url}}/v1/auth/sign-up.

Wenn du diese Mail nicht erwartet hast, brauchst du nichts zu tun. Ein Konto entsteht erst, wenn du es anlegst.
`,
  ),
  'profile-invite': partsFromText(
    'Deine Einladung zu einer Marke bei Posthorn',
    `Hallo,

{{inviter}} lädt dich ein, bei {{url}} an der Marke „{{profile}}“ mitzuarbeiten. Deine Rolle: {{role}}.

Melde dich mit dieser Adresse an, oder lege mit ihr ein Konto an. Nimm die Einladung dann mit dem folgenden Code an. Er gilt einmal, bis zum {{until}}:

{{inviteToken}}

Öffne diese Seite, um sie anzunehmen:

{{url}}/auth/invite#{{inviteToken}}

Ein Programm sendet den Code als „token“ an POST {{url}}/v1/profiles/invites/accept.

Wenn du diese Mail nicht erwartet hast, brauchst du nichts zu tun. Niemand erfährt, ob du ein Konto hast.
`,
  ),
  'approval-requested': partsFromText(
    'Ein Beitrag von {{profile}} wartet auf deine Freigabe',
    `Hallo {{name}},

{{by}} bittet dich, einen Beitrag von „{{profile}}“ freizugeben. Er erscheint erst, wenn er freigegeben ist:

{{post}}

{{note}}

Lies ihn bei Posthorn, und gib ihn dort frei: {{url}}
`,
  ),
  'approval-decided': partsFromText(
    'Dein Beitrag für {{profile}} wurde geprüft',
    `Hallo {{name}},

{{by}} hat deinen Beitrag für „{{profile}}“ geprüft. {{outcome}}

{{post}}

{{url}}
`,
  ),
} as const
