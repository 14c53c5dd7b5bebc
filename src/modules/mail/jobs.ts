import type { Tx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle, type Queue } from '#infra/queue/index.ts'
import { checkTemplates, render } from './render.ts'
import { type Template, type TemplateName, type TemplateValues, templates } from './templates.ts'

/** Hands one mail over; it throws when that did not work. */
export interface Mailer {
  send(mail: {
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly html: string
  }): Promise<void>
}

interface MailJob {
  readonly to: string
  readonly template: TemplateName
  readonly values: Readonly<Record<string, string>>
}

export const sendMail = defineJob<MailJob>('mail.send')

/** Goes out when the caller's transaction is committed, and not at all when it is not. */
export function queueMail<Name extends TemplateName>(
  deps: { readonly queue: Pick<Queue, 'enqueue'> },
  tx: Tx,
  mail: { readonly to: string; readonly template: Name; readonly values: TemplateValues<Name> },
): Promise<void> {
  return deps.queue.enqueue(tx, sendMail, mail)
}

export function mailHandlers(deps: { readonly mailer: Mailer }): readonly Handled[] {
  checkTemplates(templates)
  return [
    handle(sendMail, async ({ to, template, values }) => {
      await deps.mailer.send({ to, ...render(templates[template], values) })
    }),
  ]
}

/** For a listener that has looked the person up. Somebody without an address gets nothing. */
export async function sendWelcome(
  deps: { readonly mailer: Mailer; readonly config: { readonly publicUrl: string } },
  person: { readonly email: string | null; readonly name: string },
): Promise<void> {
  if (person.email === null) return
  const welcome: Template = templates.welcome
  await deps.mailer.send({
    to: person.email,
    ...render(welcome, { name: person.name, url: deps.config.publicUrl }),
  })
}

/** For a job that makes the token when it runs, so that none is kept in a queue. */
export async function sendProfileInvite(
  deps: { readonly mailer: Mailer; readonly config: { readonly publicUrl: string } },
  { to, ...values }: { readonly to: string } & Omit<TemplateValues<'profile-invite'>, 'url'>,
): Promise<void> {
  const invite: Template = templates['profile-invite']
  await deps.mailer.send({ to, ...render(invite, { ...values, url: deps.config.publicUrl }) })
}
