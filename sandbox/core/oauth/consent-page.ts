import type { Answer } from '../http/request.ts'
import { escaped } from '../pages/html.ts'
import { networkPage } from '../pages/network-page.ts'
import { displayNameOf } from '../people/accounts.ts'

/** The look and the words of a network's consent page. */
export interface ConsentLook {
  /** The suffix of the network's titles: ` | Threads`. */
  readonly signed: string
  readonly css: string
  readonly title: string
  /** The words between the app's name and the scopes. */
  readonly lead?: string
  /** The heading of the boxes. Without it the scopes are only listed. */
  readonly boxes?: string
  /** The scopes that cannot be unticked. */
  readonly fixed?: readonly string[]
  /** The words before a person's name on their button: `Continue as`. */
  readonly allow: string
  readonly cancel: string
  /** The title of the page with an error in the app's request. */
  readonly sorry: string
}

/** A box of the form beside the scopes, such as one for a page that a person runs. */
export interface Box {
  readonly name: string
  readonly value: string
  readonly label: string
}

interface Ask {
  readonly look: ConsentLook
  readonly app: string
  readonly action: string
  /** The parameters of the request, which the form sends again. */
  readonly kept: readonly (readonly [name: string, value: string])[]
  readonly scopes: readonly { readonly name: string; readonly title: string }[]
  readonly people: readonly { readonly name: string; readonly handle?: string; readonly boxes?: readonly Box[] }[]
}

/** Renders the page on which a person authorizes an app, with a button for each person to sign in as. */
export function consentPage({ look, app, action, kept, scopes, people }: Ask): Answer {
  const hidden = [...kept].map(([name, value]) => hiddenInput(name, value)).join('')
  const form = (content: string) => `<form method="post" action="${escaped(action)}">${hidden}${content}</form>`
  const titled = scopes.map(({ name, title }) => ({
    name,
    html: `${escaped(title)}${title && ' '}<code>${escaped(name)}</code>`,
  }))
  const cancel = form(`<button class="no" name="approve" value="0">${look.cancel}</button>`)
  const lead = look.lead === undefined ? '' : `<p><strong>${escaped(app)}</strong> ${look.lead}</p>`
  const label = ({ name, handle }: Ask['people'][number]) =>
    `${look.allow} ${escaped(displayNameOf(name))}${handle === undefined ? '' : ` <small>${escaped(handle)}</small>`}`

  if (look.boxes === undefined) {
    const list = titled.map(({ html }) => `<li>${html}</li>`).join('')
    const forms = people.map((one) =>
      form(`${hiddenInput('login', one.name)}<button name="approve" value="1">${label(one)}</button>`),
    )
    return page(look, 200, look.title, `${lead}<ul>${list}</ul>${forms.join('')}${cancel}`)
  }
  const boxes = titled.map(({ name, html }) => checkbox('scopes', name, html, look.fixed?.includes(name)))
  const buttons = people.map(
    (one) =>
      `${(one.boxes ?? []).map((box) => checkbox(box.name, box.value, escaped(box.label))).join('')}<button name="login" value="${one.name}">${label(one)}</button>`,
  )
  // The empty fields show which boxes the form had, even when all of them are unticked.
  const boxNames = new Set(['scopes', ...people.flatMap((one) => (one.boxes ?? []).map(({ name }) => name))])
  const empty = [...boxNames].map((name) => hiddenInput(name, '')).join('')
  const rest = `${hiddenInput('approve', '1')}${empty}<fieldset><legend>${look.boxes}</legend>${boxes.join('')}</fieldset>${buttons.join('')}`
  return page(look, 200, look.title, `${lead}${form(rest)}${cancel}`)
}

/** Shows the person the error in the app's request. */
export const sorryPage = (look: ConsentLook, status: number, why: string, title = look.sorry): Answer =>
  page(look, status, title, `<p class="why">${escaped(why)}</p>`)

const page = ({ signed, css }: ConsentLook, status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed, css: shared + css, body })

const shared =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem}fieldset{border:1px solid #8884;border-radius:.5rem;margin:0 0 1rem}label{display:block;padding:.2rem 0}code,small,.why{opacity:.7}button{width:100%;padding:.7rem;margin:.25rem 0;border:0;border-radius:.5rem;font:inherit;font-weight:600}'

const hiddenInput = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

const checkbox = (name: string, value: string, html: string, isFixed = false): string =>
  `<label><input type="checkbox" name="${name}" value="${escaped(value)}" checked${isFixed ? ' disabled' : ''}> ${html}</label>`
