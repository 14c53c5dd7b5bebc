import { spanishAccountTemplates } from './account-templates.ts'
import { spanishNoticeTemplates } from './notice-templates.ts'
import { spanishOperatorTemplates } from './operator-templates.ts'
import { spanishPeopleTemplates } from './people-templates.ts'
import { spanishReportTemplates } from './report-templates.ts'

export { spanishRoles } from './people-templates.ts'

/** The built-in emails in Spanish. */
export const spanishTemplates = {
  ...spanishAccountTemplates,
  ...spanishNoticeTemplates,
  ...spanishOperatorTemplates,
  ...spanishPeopleTemplates,
  ...spanishReportTemplates,
}
