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
import type { MailTemplateDeps } from './deps.ts'
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
        summary: 'List the templates of mails',
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
        summary: 'Get the template of a mail',
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
        summary: 'Rewrite the template of a mail',
        description:
          'Takes effect from the next email, including queued ones. Unknown variables are rejected, and so is a template without the token that the email is meant to deliver. In a mail that carries a token, only the words around it can be changed: its paragraphs stay as they are built in, and neither tags with attributes nor foreign addresses are allowed.',
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
        summary: 'Go back to the built-in template of a mail',
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
        summary: 'Show a mail with sample data',
        description: 'Nothing is stored or sent. Use it before you save.',
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
          summary: `Send yourself the ${kind} mail`,
          description: 'It goes to your own address only.',
          response: { 200: sent },
        },
      },
      (request) => sendTestMail(deps, callerOf(request), kind),
    )
}
