export {
  previewTemplate,
  readTemplate,
  readTemplates,
  resetTemplate,
  saveTemplate,
  type WholeTemplate,
} from './actions.ts'
export {
  forgetRecipients,
  requireRecipientAllowance,
  requireSenderAllowance,
  takeRecipientAllowance,
  takeSenderAllowance,
} from './allowances.ts'
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
