import { germanAccountTemplates } from './account-templates.ts'
import { germanNoticeTemplates } from './notice-templates.ts'
import { germanOperatorTemplates } from './operator-templates.ts'
import { germanPeopleTemplates } from './people-templates.ts'
import { germanReportTemplates } from './report-templates.ts'

export { germanRoles } from './people-templates.ts'

/** The built-in emails in German. */
export const germanTemplates = {
  ...germanAccountTemplates,
  ...germanNoticeTemplates,
  ...germanOperatorTemplates,
  ...germanPeopleTemplates,
  ...germanReportTemplates,
}
