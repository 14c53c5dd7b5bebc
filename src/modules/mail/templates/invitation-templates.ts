import { composeMail } from './compose.ts'

/** Emails that welcome people, or invite them. */
export const invitationTemplates = {
  welcome: composeMail(['name', 'url'], {
    subject: 'Welcome to Posthorn',
    hello: 'Hello {{name}},',
    says: 'Your account is ready. Create a brand, connect its accounts and write your first post.',
    button: ['Open Posthorn', '{{url}}'],
    because: 'You get this email because you have a Posthorn account.',
  }),
  'sign-up-invite': composeMail(['inviteToken', 'url', 'days'], {
    subject: 'Your invitation to Posthorn',
    says: 'You’re invited to create a Posthorn account with this address. The link works once and expires in {{days}} days.',
    button: ['Create account', '{{url}}/auth/sign-up#{{inviteToken}}'],
    api: 'Your code:\n\n{{inviteToken}}\n\nSend it as "inviteToken" to POST {{url}}/v1/auth/sign-up.',
    because: 'Weren’t expecting this? Ignore this email. No account is created until you sign up.',
  }),
  'profile-invite': composeMail(['inviter', 'profile', 'role', 'inviteToken', 'url', 'until'], {
    subject: 'You’re invited to {{profile}} on Posthorn',
    says: `{{inviter}} invited you to join {{profile}}. Your role: {{role}}.

Sign in or create an account with this address to accept. The link works once and expires on {{until}}.`,
    button: ['Accept invitation', '{{url}}/auth/invite#{{inviteToken}}'],
    api: 'Your code:\n\n{{inviteToken}}\n\nSend it as "token" to POST {{url}}/v1/profiles/invites/accept.',
    because: 'Weren’t expecting this? You can ignore this email. No one learns whether you have an account.',
  }),
} as const
