import { composeMail } from './compose.ts'

/** Emails about what needs a person's attention. Their words come with the notice. */
export const noticeTemplates = {
  notice: composeMail(
    ['name', 'title', 'detail', 'post', 'action', 'because', 'stop', 'link', 'url', 'unsubscribeUrl'],
    {
      subject: '{{title}}',
      hello: 'Hello {{name}},',
      says: `{{detail}}

> {{post}}`,
      button: ['{{action}}', '{{link}}'],
      because: '{{because}}',
      stop: '{{stop}}',
    },
  ),
  'notice-digest': composeMail(['name', 'title', 'detail', 'causes', 'link', 'url', 'unsubscribeUrl'], {
    subject: '{{title}}',
    hello: 'Hello {{name}},',
    says: `{{detail}}

> {{causes}}`,
    button: ['Open Posthorn', '{{link}}'],
    because: 'You get this email because you wrote these posts or manage their brands.',
    stop: 'Turn off these emails',
  }),
} as const
