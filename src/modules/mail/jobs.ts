import type { Db, Tx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle, type Queue, type SealedJobField } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { MediaId, UserId } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import type { View } from '#rules/view.ts'
import { nameRole } from './built-in.ts'
import { isDocument, layOut, layoutImages, type QuotedImage } from './layout/document.ts'
import { leaveOutPages } from './leave-out-pages.ts'
import { checkTemplates, render } from './render.ts'
import { resolveTemplate } from './resolve-template.ts'
import { type TemplateName, type TemplateValues, templates } from './templates.ts'

/** Sends one email. Throws on failure. */
interface Mailer {
  send(mail: {
    readonly id: string
    readonly kind: string
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly html: string
    readonly images?: Images
    readonly unsubscribeUrl?: string
  }): Promise<void>
}

/** The PNGs that an email's HTML shows as `cid:<name>`. */
type Images = Readonly<Record<string, Buffer>>

/**
 * The data of the job. The content is sealed: an email may contain a token that signs a user in, and finished jobs and
 * dead letters stay for a while in a table that is backed up.
 */
interface MailJob {
  readonly template: TemplateName
  /** A sealed `Sealed`, in base64. */
  readonly sealed: string
}

interface Sealed {
  readonly to: string
  readonly values: Readonly<Record<string, string>>
  /** In base64. */
  readonly images?: Readonly<Record<string, string>>
  /** The file whose image stands next to the quoted post. */
  readonly picture?: MediaId
  /** The part of the image that the post shows. */
  readonly view?: View
  /** The person whose photo stands next to what they say. */
  readonly speaker?: UserId
  readonly unsubscribeUrl?: string
  readonly locale?: string
}

export const sendMail = defineJob<MailJob>('mail.send')

const mailBinding = (template: string): string => `job mail.send:${template}`

/** Locates the sealed field for the rotation of SECRET_KEY. */
export const sealedMails: SealedJobField = {
  job: sendMail.name,
  field: 'sealed',
  boundTo: ({ template }) => mailBinding(String(template)),
}

interface NewMail<Name extends TemplateName> {
  readonly to: string
  /** The reader's language. Without one, the email is in English. */
  readonly locale?: string | null | undefined
  readonly template: Name
  readonly values: TemplateValues<Name>
  readonly images?: Images
  /** The file whose image stands next to the quoted post. It is read when the email is sent. */
  readonly picture?: MediaId | null | undefined
  /** The part of the image that the post shows. */
  readonly view?: View | null | undefined
  /** The person whose photo stands next to the second quotation, which is what they say. */
  readonly speaker?: UserId
  /** The URL with which the person, or the mail program, unsubscribes from these emails. */
  readonly unsubscribeUrl?: string
}

/** Enqueues an email in the caller's transaction. It is sent only if the transaction commits. */
export function queueMail<Name extends TemplateName>(
  deps: { readonly queue: Pick<Queue, 'enqueue'>; readonly seal: Pick<Seal, 'seal'> },
  tx: Tx,
  { to, locale, template, values, images = {}, picture, view, speaker, unsubscribeUrl }: NewMail<Name>,
): Promise<void> {
  const encoded = Object.entries(images).map(([name, png]) => [name, png.toString('base64')])
  const content: Sealed = {
    to,
    values,
    ...(encoded.length > 0 ? { images: Object.fromEntries(encoded) } : {}),
    ...(picture == null ? {} : { picture }),
    ...(view == null ? {} : { view }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    ...(locale == null ? {} : { locale }),
  }
  const sealed = deps.seal.seal(JSON.stringify(content), mailBinding(template)).toString('base64')
  return deps.queue.enqueue(tx, sendMail, { template, sealed })
}

export interface SendDeps {
  readonly db: Db
  /** `web`: true if the installation serves the pages that emails link to. */
  readonly config: { readonly web: boolean }
  readonly mailer: Mailer
}

interface HandlerDeps extends SendDeps {
  readonly seal: Pick<Seal, 'open'>
  /** Returns a small PNG of a file, or of a part of an image. Null if it is gone. Passed in: files are another module. */
  readonly readPicture: (id: MediaId, view: View | undefined, signal: AbortSignal) => Promise<Buffer | null>
  /** Returns a person's photo as a small PNG. Null if they have none. */
  readonly readPhoto: (uid: UserId) => Promise<Buffer | null>
}

export function mailHandlers(deps: HandlerDeps): readonly Handled[] {
  checkTemplates(templates)
  return [
    handle(sendMail, async ({ template, sealed }, { id, signal }) => {
      const plain = deps.seal.open(Buffer.from(sealed, 'base64'), mailBinding(template)).toString('utf8')
      const { to, values, images = {}, picture, view, speaker, unsubscribeUrl, locale } = JSON.parse(plain) as Sealed
      const pictures = Object.entries(images).map(([name, png]) => [name, Buffer.from(png, 'base64')])
      await send(deps, { id, to, locale }, template, values, {
        images: Object.fromEntries(pictures),
        quoted: {
          post: picture ? await deps.readPicture(picture, view, signal) : null,
          speaker: speaker ? await deps.readPhoto(speaker) : null,
        },
        ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
      })
    }),
  ]
}

type Quoted = { readonly [Name in QuotedImage]?: Buffer | null }

async function send(
  deps: SendDeps,
  { id, to, locale }: { readonly id: string; readonly to: string; readonly locale: string | null | undefined },
  template: TemplateName,
  values: Sealed['values'],
  {
    quoted = {},
    ...more
  }: { readonly images?: Images; readonly quoted?: Quoted; readonly unsubscribeUrl?: string } = {},
): Promise<void> {
  const found = await resolveTemplate(deps.db, template, locale)
  const parts = deps.config.web ? found : { ...found, ...leaveOutPages(found) }
  const { url = '' } = values
  // A job of an earlier version has neither a `link` nor an `unsubscribeUrl`.
  const { subject, text, html } = render(parts, { link: url, unsubscribeUrl: url, ...values })
  const mail = { ...more, id, kind: template, to, subject, text }
  if (isDocument(html)) return await deps.mailer.send({ ...mail, html })
  const shown = Object.entries(quoted).flatMap(([name, png]) => (png ? [[name as QuotedImage, png] as const] : []))
  await deps.mailer.send({
    ...mail,
    html: layOut({ language: languageOf(locale), subject, html, url, quoted: new Set(shown.map(([name]) => name)) }),
    images: { ...more.images, ...Object.fromEntries(shown), ...layoutImages },
  })
}

/** Sends an email without a job, which is only needed for news about a read-only database. */
export const sendMailNow = <Name extends TemplateName>(
  deps: SendDeps,
  { id, to, locale, template, values }: NewMail<Name> & { readonly id: string },
): Promise<void> => send(deps, { id, to, locale }, template, values)

/**
 * Sends an invitation at once, for a job that computes the token when it runs, so that no token is stored in a queue.
 */
export async function sendProfileInvite(
  deps: SendDeps & { readonly config: { readonly publicUrl: string } },
  {
    jobId: id,
    to,
    locale,
    ...values
  }: { readonly jobId: string; readonly to: string; readonly locale: string } & Omit<
    TemplateValues<'profile-invite'>,
    'url'
  >,
): Promise<void> {
  const role = nameRole(values.role, locale)
  await send(deps, { id, to, locale }, 'profile-invite', { ...values, role, url: deps.config.publicUrl })
}
