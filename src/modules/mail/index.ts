export { type Mailer, mailHandlers, queueMail, sendMail, sendProfileInvite, sendWelcome } from './jobs.ts'
export type { TemplateName, TemplateValues } from './templates.ts'
