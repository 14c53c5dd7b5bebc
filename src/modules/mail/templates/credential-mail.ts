import type { Fault } from '#kernel/errors.ts'
import { namesAddress } from '#kernel/text/addresses.ts'
import { listTranslations } from '../built-in.ts'
import { variablesIn } from '../render.ts'
import type { TemplateParts } from '../template.ts'
import { type TemplateName, templates } from '../templates.ts'

/**
 * Lists the variables of an email that are credentials. In such an email, an administrator may change the text around
 * the token. Someone who could change the token's paragraphs, or the HTML around them, could have the token sent
 * elsewhere and take over the reader's account. So these paragraphs keep their built-in form, the rest of the HTML has
 * no attributes, and no part contains a foreign URL.
 */
export const listSecrets = (name: TemplateName): readonly string[] =>
  (templates[name].variables as readonly string[]).filter((variable) => /token$/i.test(variable))

const splitText = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())

const splitHtml = (html: string): string[] =>
  html.split(/(?<=<\/p>)/).map((part) => part.slice(Math.max(part.indexOf('<p>'), 0)))

/** The built-in paragraphs with the credential, in every language. */
function listFixed(name: TemplateName, secrets: readonly string[]) {
  const all: readonly TemplateParts[] = [templates[name], ...Object.values(listTranslations(name))]
  const hasSecret = (paragraph: string) => variablesIn(paragraph).some((one) => secrets.includes(one))
  const earlier = listEarlierForms(name, secrets)
  return {
    text: [...all.flatMap(({ text }) => splitText(text).filter(hasSecret)), ...earlier.text],
    html: [...all.flatMap(({ html }) => splitHtml(html).filter(hasSecret)), ...earlier.html],
  }
}

/**
 * The paragraphs with the credential in the built-in emails of earlier versions, which an administrator's template may
 * still have: the code on its own, and its page.
 */
function listEarlierForms(name: TemplateName, secrets: readonly string[]) {
  const codes = secrets.map((one) => `{{${one}}}`)
  const pages = codes.flatMap((code) =>
    [...templates[name].text.matchAll(/\{\{url\}\}\/auth\/[a-z-]+#\{\{\w+\}\}/g)]
      .map(([page]) => page)
      .filter((page) => page.endsWith(code)),
  )
  const labels = ['Create your account', 'Accept the invitation']
  return {
    text: [...codes, ...pages],
    html: [
      ...codes.flatMap((code) => [`<p>${code}</p>`, `<p><code>${code}</code></p>`]),
      ...pages.flatMap((page) => [page, ...labels].map((label) => `<p><a href="${page}">${label}</a></p>`)),
    ],
  }
}

/** Tags that can only link to this installation, and have no other attributes. */
const blockTag = /<\/?(?:p|ul|ol|li|h[1-3]|br|hr)>/g
const inlineTag = /<\/?(?:b|i|em|strong|code)>|<a href="\{\{url\}\}">|<\/a>/g
const harmlessEntity = /&(?:amp|lt|gt|quot|#39|nbsp);/g
const ownAddress = /\{\{\s*url\s*\}\}[\w/{}.-]*/g

/** Returns what is wrong with the parts of an email that contains a credential. Nothing for other emails. */
export function findCredentialFaults(name: TemplateName, { subject, text, html }: TemplateParts): Fault[] {
  const secrets = listSecrets(name)
  if (secrets.length === 0) return []
  const fixed = listFixed(name, secrets)
  const ownText = splitText(text).filter((paragraph) => !fixed.text.includes(paragraph))
  const ownHtml = fixed.html.reduce((rest, paragraph) => rest.replaceAll(paragraph, '\n'), html)
  const words = ownHtml.replace(blockTag, '\n').replace(inlineTag, '').replace(harmlessEntity, ' ')

  const faults: Fault[] = []
  const variable = secrets[0] ?? ''
  const moved = { code: 'token_paragraph_changed', params: { variable } }
  const message = `must keep the built-in paragraphs with {{${variable}}} as they are. Change the words around them`
  const hasSecret = (part: string) => variablesIn(part).some((one) => secrets.includes(one))
  if (ownText.some(hasSecret)) faults.push({ path: '/text', message, ...moved })
  if (hasSecret(ownHtml)) faults.push({ path: '/html', message, ...moved })
  if (/[<>&]/.test(words)) {
    const allowed = 'p, b, i, em, strong, ul, ol, li, h1 to h3, code, br, hr and <a href="{{url}}">'
    const reason = `must have no other tags, attributes or entities than ${allowed}, since this email carries a credential`
    faults.push({ path: '/html', code: 'tag_not_allowed', message: reason })
  }
  for (const [path, part] of [
    ['/subject', subject],
    ['/text', ownText.join('\n\n')],
    ['/html', words],
  ] as const)
    if (namesAddress(part.replace(ownAddress, ' ')))
      faults.push({
        path,
        code: 'foreign_address',
        message: 'must not contain the URL of another site, since this email carries a credential. Use {{url}}',
      })
  return faults
}
