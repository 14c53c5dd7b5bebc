import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { shortListQuery } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'
import { pageOfWhole } from '#kernel/page.ts'
import {
  isTemplateName,
  previewTemplate,
  readTemplate,
  readTemplates,
  resetTemplate,
  saveTemplate,
  type TemplateName,
  type WholeTemplate,
} from '#modules/mail/index.ts'
import { access, route } from '../access.ts'
import type { MailTemplateDeps } from '../deps.ts'
import { preview, previewBody, saveTemplateBody, sent, template, templateList, templatePath } from './schema.ts'
import { sendTestMail } from './send-test-mail.ts'

const refusals = ['mail_template_not_found'] as const

const requireName = (name: string): TemplateName => (isTemplateName(name) ? name : refuse('mail_template_not_found'))
const present = ({ variables, ...whole }: WholeTemplate) => ({
  ...whole,
  variables: [...variables],
  updatedByUid: whole.updatedBy,
})

export function mailTemplateRoutes(app: Edge, deps: MailTemplateDeps): void {
  const ifMatch = guardContent(template, async (tx, _caller, { name }: z.output<typeof templatePath>) =>
    present(await readTemplate(tx, requireName(name))),
  )
  const { db } = deps
  route(app, {
    get: '/v1/admin/email-templates',
    id: 'listEmailTemplates',
    summary: 'List email templates',
    description: 'Returns each email that Posthorn sends, with its current text.',
    access: access.supportReads,
    refuses: ['cursor_invalid'],
    query: shortListQuery,
    answers: templateList,
    does: async ({ query }) => {
      const { items, ...rest } = pageOfWhole(await readTemplates(db), query, ({ name }) => name)
      return { templates: items.map(present), ...rest }
    },
  })
  route(app, {
    get: '/v1/admin/email-templates/:name',
    id: 'getEmailTemplate',
    summary: 'Get an email template',
    description: 'Returns the subject and the text of an email, with its placeholders and translations.',
    access: access.supportReads,
    refuses: refusals,
    params: templatePath,
    answers: template,
    does: async (request) => present(await readTemplate(db, requireName(request.params.name))),
  })
  route(app, {
    post: '/v1/admin/email-templates/:name',
    id: 'saveEmailTemplate',
    summary: 'Update an email template',
    description:
      'Takes effect from the next email, including queued ones. Unknown variables are rejected, and so is a template ' +
      'without the token that the email is meant to deliver. In an email with a token, you can only change the text ' +
      'around the token: the built-in paragraphs stay, and neither tags with attributes nor URLs of other sites are ' +
      'allowed.',
    access: access.adminActs,
    refuses: refusals,
    params: templatePath,
    body: saveTemplateBody,
    ifMatch,
    answers: template,
    does: async (request) =>
      present(await saveTemplate(deps, callerOf(request), requireName(request.params.name), request.body)),
  })
  route(app, {
    post: '/v1/admin/email-templates/:name/reset',
    id: 'resetEmailTemplate',
    summary: 'Reset an email template to the built-in one',
    description: 'Discards the changes, so that the text that comes with Posthorn is sent again.',
    access: access.adminActs,
    refuses: refusals,
    params: templatePath,
    ifMatch,
    answers: template,
    does: async (request) => present(await resetTemplate(deps, callerOf(request), requireName(request.params.name))),
  })
  route(app, {
    post: '/v1/admin/email-templates/:name/preview',
    repeats: 'safe',
    id: 'previewEmailTemplate',
    summary: 'Preview an email with sample data',
    description: 'Nothing is stored or sent.',
    access: access.supportActs,
    refuses: refusals,
    params: templatePath,
    body: previewBody,
    answers: preview,
    does: async (request) => {
      const name = requireName(request.params.name)
      const { subject, html, text } = await readTemplate(db, name)
      const given = request.body
      return previewTemplate(deps.config, name, {
        subject: given.subject ?? subject,
        html: given.html ?? html,
        text: given.text ?? text,
      })
    },
  })
  for (const kind of ['welcome', 'goodbye'] as const)
    route(app, {
      post: `/v1/admin/email/test-${kind}`,
      id: kind === 'welcome' ? 'sendTestWelcome' : 'sendTestGoodbye',
      summary: `Send yourself the ${kind} email`,
      description: 'The email is only sent to your own address.',
      access: access.adminActs,
      refuses: ['email_missing'],
      answers: sent,
      does: (request) => sendTestMail(deps, callerOf(request), kind),
    })
}
