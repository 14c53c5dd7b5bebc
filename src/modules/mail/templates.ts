import type { Template } from './template.ts'
import { accountTemplates } from './templates/account-templates.ts'
import { approvalTemplates } from './templates/approval-templates.ts'
import { operatorTemplates } from './templates/operator-templates.ts'
import { reportTemplates } from './templates/report-templates.ts'

export type { Template } from './template.ts'

/** Every kind of email with its built-in template. */
export const templates = {
  ...accountTemplates,
  ...approvalTemplates,
  ...reportTemplates,
  ...operatorTemplates,
  welcome: {
    variables: ['name', 'url'],
    subject: 'Welcome to Posthorn',
    text: `Hello {{name}},

Your account is ready. Create a profile, connect its accounts and write your first post:

{{url}}
`,
    html: `<p>Hello {{name}},</p>
<p>Your account is ready. Create a profile, connect its accounts and write your first post:</p>
<p><a href="{{url}}">{{url}}</a></p>
`,
  },
  'sign-up-invite': {
    variables: ['inviteToken', 'url', 'days'],
    subject: 'Your invitation to Posthorn',
    text: `Hello,

The operator of Posthorn invites you to create an account at

{{url}}

Sign up with this address and the following code. The code works once
and expires in {{days}} days:

{{inviteToken}}

Open this page to create your account:

{{url}}/auth/sign-up#{{inviteToken}}

A program sends the code as "inviteToken" to POST {{url}}/v1/auth/sign-up.

If you did not expect this mail, you can ignore it. No account is created
until you sign up.
`,
    html: `<p>Hello,</p>
<p>The operator of Posthorn at <a href="{{url}}">{{url}}</a> invites you to create an account.<br>
Sign up with this address and the following code. The code works once and expires in {{days}} days:</p>
<p><code>{{inviteToken}}</code></p>
<p><a href="{{url}}/auth/sign-up#{{inviteToken}}">Create your account</a></p>
<p>A program sends the code as <code>inviteToken</code> to <code>POST {{url}}/v1/auth/sign-up</code>.</p>
<p>If you did not expect this mail, you can ignore it. No account is created until you sign up.</p>
`,
  },
  'profile-invite': {
    variables: ['inviter', 'profile', 'role', 'inviteToken', 'url', 'until'],
    subject: 'Your invitation to a profile on Posthorn',
    text: `Hello,

{{inviter}} invites you to join the profile "{{profile}}" as {{role}}, at

{{url}}

Sign in with this address, or create an account with it. Then accept the
invitation with the following code. The code works once and expires on
{{until}}:

{{inviteToken}}

Open this page to accept it:

{{url}}/auth/invite#{{inviteToken}}

A program sends the code as "token" to POST {{url}}/v1/profiles/invites/accept.

If you did not expect this mail, you can ignore it. No one learns whether
you have an account.
`,
    html: `<p>Hello,</p>
<p>{{inviter}} invites you to join the profile “{{profile}}” on Posthorn at <a href="{{url}}">{{url}}</a> as {{role}}.<br>
Sign in with this address, or create an account with it. Then accept the invitation with the following code.
The code works once and expires on {{until}}:</p>
<p><code>{{inviteToken}}</code></p>
<p><a href="{{url}}/auth/invite#{{inviteToken}}">Accept the invitation</a></p>
<p>A program sends the code as <code>token</code> to <code>POST {{url}}/v1/profiles/invites/accept</code>.</p>
<p>If you did not expect this mail, you can ignore it. No one learns whether you have an account.</p>
`,
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name)

/** The values for the variables that the template declares. */
export type TemplateValues<Name extends TemplateName> = Readonly<
  Record<(typeof templates)[Name]['variables'][number], string>
>
