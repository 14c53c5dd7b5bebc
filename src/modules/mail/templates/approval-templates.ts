import { composeMail } from './compose.ts'

const stop = 'Turn off these emails'

/** Emails about posts that must be approved before publishing. */
export const approvalTemplates = {
  'approval-requested': composeMail(['name', 'by', 'profile', 'post', 'note', 'link', 'url', 'unsubscribeUrl'], {
    subject: 'Approval needed: a post for {{profile}}',
    hello: 'Hello {{name}},',
    says: `{{by}} needs your approval for this post. It won’t be published until it’s approved.

> {{post}}

> {{note}}`,
    button: ['Review post', '{{link}}'],
    because: 'You get this email because you approve posts for {{profile}}.',
    stop,
  }),
  'approval-decided': composeMail(['name', 'by', 'profile', 'post', 'outcome', 'link', 'url', 'unsubscribeUrl'], {
    subject: 'Your {{profile}} post was reviewed',
    hello: 'Hello {{name}},',
    says: `{{by}} reviewed your post. {{outcome}}

> {{post}}`,
    button: ['View post', '{{link}}'],
    because: 'You get this email because you wrote this post.',
    stop,
  }),
} as const
