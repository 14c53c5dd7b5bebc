export { previewTemplate } from './actions/preview-template.ts'
export { readTemplate, readTemplates, type WholeTemplate } from './actions/read-template.ts'
export { resetTemplate } from './actions/reset-template.ts'
export { saveTemplate } from './actions/save-template.ts'
export { forgetRecipients, requireRecipientAllowance, takeRecipientAllowance } from './allowances/recipients.ts'
export { requireSenderAllowance, takeSenderAllowance } from './allowances/senders.ts'
export type { TemplateDeps } from './deps.ts'
export {
  type Mailer,
  mailHandlers,
  queueMail,
  type SendDeps,
  sealedMails,
  sendMail,
  sendMailNow,
  sendProfileInvite,
} from './jobs.ts'
export { listSetAside } from './resolve-template.ts'
export { findMailFailure } from './store.ts'
export type { TemplateParts } from './template.ts'
export { isTemplateName, type TemplateName, type TemplateValues } from './templates.ts'
