import type { Answer } from '../http/request.ts'
import { escaped } from '../pages/frame/html.ts'
import { networkPage } from '../pages/frame/network-page.ts'
import { displayNameOf } from '../people/accounts.ts'

/** The texts of a network's consent page. */
export interface ConsentTexts {
  /** The suffix of the network's titles: ` | Threads`. */
  readonly signed: string
  readonly title: string
  /** The text between the app's name and the scopes. */
  readonly lead?: string
  /** The heading of the checkboxes. Without it, the scopes are only listed. */
  readonly boxes?: string
  /** The scopes that cannot be unchecked. */
  readonly fixed?: readonly string[]
  /** The text before a person's name on their button: `Continue as`. */
  readonly allow: string
  readonly cancel: string
  /** The title of the page with an error in the app's request. */
  readonly sorry: string
}

/** A checkbox of the form in addition to the scopes, such as one for a page that a person manages. */
export interface Box {
  readonly name: string
  readonly value: string
  readonly label: string
}

interface Ask {
  readonly texts: ConsentTexts
  readonly app: string
  readonly action: string
  /** The parameters of the request, which the form submits again. */
  readonly kept: readonly (readonly [name: string, value: string])[]
  readonly scopes: readonly { readonly name: string; readonly title: string }[]
  readonly people: readonly { readonly name: string; readonly handle?: string; readonly boxes?: readonly Box[] }[]
}

/** Renders the page on which a person authorizes an app, with a button for each person to sign in as. */
export function consentPage({ texts, app, action, kept, scopes, people }: Ask): Answer {
  const hidden = [...kept].map(([name, value]) => hiddenInput(name, value)).join('')
  const form = (content: string) => `<form method="post" action="${escaped(action)}">${hidden}${content}</form>`
  const titled = scopes.map(({ name, title }) => ({
    name,
    html: `${escaped(title)}${title && '<br>'}<code>${escaped(name)}</code>`,
  }))
  const cancel = form(`<button name="approve" value="0">${texts.cancel}</button>`)
  const lead = texts.lead === undefined ? '' : `<p><strong>${escaped(app)}</strong> ${texts.lead}</p>`
  const label = ({ name, handle }: Ask['people'][number]) =>
    `${texts.allow} ${escaped(displayNameOf(name))}${handle === undefined ? '' : ` <small>${escaped(handle)}</small>`}`

  if (texts.boxes === undefined) {
    const list = titled.map(({ html }) => `<li>${html}</li>`).join('')
    const forms = people.map((one, nth) =>
      form(`${hiddenInput('login', one.name)}<button ${emphasis(nth)}name="approve" value="1">${label(one)}</button>`),
    )
    return page(texts, 200, texts.title, `${lead}<ul>${list}</ul>${forms.join('')}${cancel}`)
  }
  const boxes = titled.map(({ name, html }) => checkbox('scopes', name, html, texts.fixed?.includes(name)))
  const buttons = people.map(
    (one, nth) =>
      `<div${one.boxes ? ' class="person"' : ''}>${(one.boxes ?? []).map((box) => checkbox(box.name, box.value, escaped(box.label))).join('')}<button ${emphasis(nth)}name="login" value="${one.name}">${label(one)}</button></div>`,
  )
  // The empty fields show which boxes the form had, even if all of them are unchecked.
  const boxNames = new Set(['scopes', ...people.flatMap((one) => (one.boxes ?? []).map(({ name }) => name))])
  const empty = [...boxNames].map((name) => hiddenInput(name, '')).join('')
  const rest = `${hiddenInput('approve', '1')}${empty}<fieldset><legend>${texts.boxes}</legend>${boxes.join('')}</fieldset>${buttons.join('')}`
  return page(texts, 200, texts.title, `${lead}${form(rest)}${cancel}`)
}

/** Shows the person the error in the app's request. */
export const sorryPage = (texts: ConsentTexts, status: number, why: string, title = texts.sorry): Answer =>
  page(texts, status, title, `<p class="bad">${escaped(why)}</p>`)

const page = ({ signed }: ConsentTexts, status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed, body })

/** Gives the first person the focus, so that Enter continues. */
const emphasis = (nth: number): string => (nth === 0 ? 'class="primary" autofocus ' : '')

const hiddenInput = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

const checkbox = (name: string, value: string, html: string, isFixed = false): string =>
  `<label><input type="checkbox" name="${name}" value="${escaped(value)}" checked${isFixed ? ' disabled' : ''}><span>${html}</span></label>`
