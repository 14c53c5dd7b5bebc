import { accountTemplates } from './account-templates.ts'
import type { Template } from './template.ts'

export type { Template } from './template.ts'

/** Every kind of mail with its built-in template. */
export const templates = {
  ...accountTemplates,
  welcome: {
    variables: ['name', 'url'],
    subject: 'Welcome to Posthorn',
    text: `Hello {{name}},

your account is ready. Make a profile, connect its accounts, and write your first post:

{{url}}
`,
    html: `<p>Hello {{name}},</p>
<p>your account is ready. Make a profile, connect its accounts, and write your first post:</p>
<p><a href="{{url}}">{{url}}</a></p>
`,
  },
  'sign-up-invite': {
    variables: ['inviteToken', 'url', 'days'],
    subject: 'You are invited to Posthorn',
    text: `Hello,

somebody who runs Posthorn at {{url}} invites you to make an account there.
Sign up with this address and the following code. It works once, within {{days}} days:

{{inviteToken}}

If you did not expect this, do nothing: no account exists until you make it.
`,
    html: `<p>Hello,</p>
<p>somebody who runs Posthorn at <a href="{{url}}">{{url}}</a> invites you to make an account there.<br>
Sign up with this address and the following code. It works once, within {{days}} days:</p>
<p><code>{{inviteToken}}</code></p>
<p>If you did not expect this, do nothing: no account exists until you make it.</p>
`,
  },
  'profile-invite': {
    variables: ['inviter', 'profile', 'role', 'inviteToken', 'url', 'until'],
    subject: 'You are invited to a profile on Posthorn',
    text: `Hello,

{{inviter}} invites you to the profile "{{profile}}" on Posthorn at {{url}}, as {{role}}.
Sign in there with this address, or make an account with it, and accept by the following code
(POST {{url}}/v1/profiles/invites/accept). It works once, until {{until}}:

{{inviteToken}}

If you did not expect this, do nothing: nobody learns whether you have an account.
`,
    html: `<p>Hello,</p>
<p>{{inviter}} invites you to the profile “{{profile}}” on Posthorn at <a href="{{url}}">{{url}}</a>, as {{role}}.<br>
Sign in there with this address, or make an account with it, and accept by the following code
(<code>POST {{url}}/v1/profiles/invites/accept</code>). It works once, until {{until}}:</p>
<p><code>{{inviteToken}}</code></p>
<p>If you did not expect this, do nothing: nobody learns whether you have an account.</p>
`,
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name)

/** The values for the variables that the template declares. */
export type TemplateValues<Name extends TemplateName> = Readonly<
  Record<(typeof templates)[Name]['variables'][number], string>
>
