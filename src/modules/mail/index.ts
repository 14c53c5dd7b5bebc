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
export { isTemplateName, type TemplateName } from './templates.ts'
