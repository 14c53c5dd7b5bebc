export { type Mailer, mailHandlers, queueMail, sendMail, sendWelcome } from './jobs.ts'
export type { TemplateName, TemplateValues } from './templates.ts'
