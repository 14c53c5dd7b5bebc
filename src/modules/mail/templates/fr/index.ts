import { frenchAccountTemplates } from './account-templates.ts'
import { frenchNoticeTemplates } from './notice-templates.ts'
import { frenchOperatorTemplates } from './operator-templates.ts'
import { frenchPeopleTemplates } from './people-templates.ts'
import { frenchReportTemplates } from './report-templates.ts'

export { frenchRoles } from './people-templates.ts'

/** The built-in emails in French. */
export const frenchTemplates = {
  ...frenchAccountTemplates,
  ...frenchNoticeTemplates,
  ...frenchOperatorTemplates,
  ...frenchPeopleTemplates,
  ...frenchReportTemplates,
}
