import type { Template } from './template.ts'
import { accountTemplates } from './templates/account-templates.ts'
import { approvalTemplates } from './templates/approval-templates.ts'
import { guestTemplates } from './templates/guest-templates.ts'
import { invitationTemplates } from './templates/invitation-templates.ts'
import { noticeTemplates } from './templates/notice-templates.ts'
import { operatorTemplates } from './templates/operator-templates.ts'
import { reportTemplates } from './templates/report-templates.ts'

export type { Template } from './template.ts'

/** Every kind of email with its built-in template. */
export const templates = {
  ...accountTemplates,
  ...approvalTemplates,
  ...reportTemplates,
  ...operatorTemplates,
  ...invitationTemplates,
  ...noticeTemplates,
  ...guestTemplates,
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name)

/** The values for the variables that the template declares. */
export type TemplateValues<Name extends TemplateName> = Readonly<
  Record<(typeof templates)[Name]['variables'][number], string>
>
