import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'
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
import { access } from '../access.ts'
import type { MailTemplateDeps } from '../deps.ts'
import { preview, previewBody, saveTemplateBody, sent, template, templateList, templatePath } from './schema.ts'
import { sendTestMail } from './send-test-mail.ts'

const tags = ['Administration']
const refusals = ['mail_template_not_found'] as const

const requireName = (name: string): TemplateName => (isTemplateName(name) ? name : refuse('mail_template_not_found'))
const present = ({ variables, ...whole }: WholeTemplate) => ({ ...whole, variables: [...variables] })

export function mailTemplateRoutes(app: Edge, deps: MailTemplateDeps): void {
  const { db } = deps
  app.get(
    '/v1/admin/email-templates',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'listEmailTemplates',
        tags,
        summary: 'List email templates',
        response: { 200: templateList },
      },
    },
    async () => ({ templates: (await readTemplates(db)).map(present), nextCursor: null }),
  )
  app.get(
    '/v1/admin/email-templates/:name',
    {
      config: { access: access.supportReads, refusals },
      schema: {
        operationId: 'getEmailTemplate',
        tags,
        summary: 'Get an email template',
        params: templatePath,
        response: { 200: template },
      },
    },
    async (request) => present(await readTemplate(db, requireName(request.params.name))),
  )
  app.post(
    '/v1/admin/email-templates/:name',
    {
      config: { access: access.adminActs, refusals },
      schema: {
        operationId: 'saveEmailTemplate',
        tags,
        summary: 'Update an email template',
        description:
          'Takes effect from the next email, including queued ones. Unknown variables are rejected, and so is a template without the token that the email is meant to deliver. In an email with a token, you can only change the text around the token: the built-in paragraphs stay, and neither tags with attributes nor URLs of other sites are allowed.',
        params: templatePath,
        body: saveTemplateBody,
        response: { 200: template },
      },
    },
    async (request) =>
      present(await saveTemplate(deps, callerOf(request), requireName(request.params.name), request.body)),
  )
  app.post(
    '/v1/admin/email-templates/:name/reset',
    {
      config: { access: access.adminActs, refusals },
      schema: {
        operationId: 'resetEmailTemplate',
        tags,
        summary: 'Reset an email template to the built-in one',
        params: templatePath,
        response: { 200: template },
      },
    },
    async (request) => present(await resetTemplate(deps, callerOf(request), requireName(request.params.name))),
  )
  app.post(
    '/v1/admin/email-templates/:name/preview',
    {
      config: { access: access.supportActs, refusals },
      schema: {
        operationId: 'previewEmailTemplate',
        tags,
        summary: 'Preview an email with sample data',
        description: 'Nothing is stored or sent.',
        params: templatePath,
        body: previewBody,
        response: { 200: preview },
      },
    },
    async (request) => {
      const name = requireName(request.params.name)
      const { subject, html, text } = await readTemplate(db, name)
      const given = request.body
      return previewTemplate(deps.config, name, {
        subject: given.subject ?? subject,
        html: given.html ?? html,
        text: given.text ?? text,
      })
    },
  )
  for (const kind of ['welcome', 'goodbye'] as const)
    app.post(
      `/v1/admin/email/test-${kind}`,
      {
        config: { access: access.adminActs, refusals: ['email_missing'] },
        schema: {
          operationId: kind === 'welcome' ? 'sendTestWelcome' : 'sendTestGoodbye',
          tags,
          summary: `Send yourself the ${kind} email`,
          description: 'The email is only sent to your own address.',
          response: { 200: sent },
        },
      },
      (request) => sendTestMail(deps, callerOf(request), kind),
    )
}
