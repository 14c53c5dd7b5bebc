import type { Template } from '../template.ts'

/** Mails about posts that must be approved before publishing. */
export const approvalTemplates = {
  'approval-requested': {
    variables: ['name', 'by', 'profile', 'post', 'note', 'url'],
    subject: 'A post of {{profile}} waits for your approval',
    text: `Hello {{name}},

{{by}} asks for your approval of a post of "{{profile}}". It will be published only after approval:

{{post}}

{{note}}

Read and approve it on Posthorn at {{url}}.
`,
    html: `<p>Hello {{name}},</p>
<p>{{by}} asks for your approval of a post of “{{profile}}”. It will be published only after approval:</p>
<blockquote>{{post}}</blockquote>
<p>{{note}}</p>
<p>Read and approve it on Posthorn at <a href="{{url}}">{{url}}</a>.</p>
`,
  },
  'approval-decided': {
    variables: ['name', 'by', 'profile', 'post', 'outcome', 'url'],
    subject: 'Your post for {{profile}} was reviewed',
    text: `Hello {{name}},

{{by}} has reviewed your post for "{{profile}}". {{outcome}}

{{post}}

{{url}}
`,
    html: `<p>Hello {{name}},</p>
<p>{{by}} has reviewed your post for “{{profile}}”. {{outcome}}</p>
<blockquote>{{post}}</blockquote>
<p><a href="{{url}}">{{url}}</a></p>
`,
  },
} as const satisfies Record<string, Template>
