import type { Incoming } from '../../../core/http/request.ts'
import { readAllParams, secretIn } from '../../meta/params.ts'
import { checkProof } from '../../meta/proof.ts'
import { noObject, type Wrong } from '../../meta/refusals.ts'
import { deadToken, unknownToken } from '../../meta/tokens.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Person, Standing, Token } from '../state/records.ts'
import { missing, refuse } from '../wire/refusals.ts'
import { findTokenError, issuedToken } from './sealed.ts'

/** Identifies the caller. The token is checked first, then the permissions that the person granted, then their role. */
export function tokenOf(graph: Graph, incoming: Incoming, { proven = true } = {}): Token {
  const text = secretIn(incoming)
  if (text === null) return refuse({ message: 'An access token is required to request this resource.', code: 104 })
  if (proven) checkProof(readAllParams(incoming), text, { isDemanded: graph.rules.require_appsecret_proof })
  const token = issuedToken(graph, text) ?? refuse(unknownToken)
  const death = findTokenError(graph, token)
  return death === null ? token : refuse(deadToken(death))
}

export function personOf(graph: Graph, incoming: Incoming): Person {
  if (secretIn(incoming) === null)
    refuse({
      message: 'An active access token must be used to query information about the current user.',
      code: 2_500,
    })
  return tokenOf(graph, incoming).person
}

export interface Need {
  readonly scopes: readonly string[]
  readonly task: string
}

export const toPost: Need = { scopes: ['pages_manage_posts', 'pages_read_engagement'], task: 'CREATE_CONTENT' }
export const toRead: Need = { scopes: ['pages_read_engagement'], task: 'ANALYZE' }
export const toComment: Need = { scopes: ['pages_manage_engagement'], task: 'MODERATE' }
export const toMeasure: Need = { scopes: ['read_insights', 'pages_read_engagement'], task: 'ANALYZE' }

/** Returns the page on whose behalf the call is made. Objects of any other page appear not to exist. */
export function pageOf(graph: Graph, incoming: Incoming, id: string, need: Need | null): Page {
  const token = tokenOf(graph, incoming)
  const page = graph.pageById(id) ?? noObject(id, verbOf(incoming))
  if (token.page === null && need !== null)
    refuse({ message: '(#210) A page access token is required to request this resource.', code: 210 })
  if ((token.page ?? page) !== page || token.person !== page.owner) noObject(id, verbOf(incoming))
  if (need !== null) check(page, need)
  return page
}

export const verbOf = ({ method }: Incoming): 'get' | 'post' | 'delete' =>
  method === 'POST' ? 'post' : method === 'DELETE' ? 'delete' : 'get'

function check(page: Page, { scopes, task }: Need): void {
  const lacking = scopes.filter((scope) => !page.owner.consent?.granted.has(scope))
  if (lacking.length > 0) missing(lacking.join(', '))
  if (!page.owner.consent?.pages.has(page)) missing(scopes.join(', '))
  if (!page.tasks.includes(task)) missing(`${scopes.join(', ')} (task ${task})`)
}

/** Refuses a call about a page on which the network's staff has acted. */
export function checkStanding(page: Page): void {
  const wrong = standings[page.standing]
  if (wrong) refuse(wrong)
}

const abusive = 'The action attempted has been deemed abusive or is otherwise disallowed'

const standings: Readonly<Record<Standing, Wrong | null>> = {
  active: null,
  blocked: { message: abusive, code: 368 },
  flagged: { message: abusive, code: 368, subcode: 1_346_003 },
  too_fast: {
    message: abusive,
    code: 368,
    subcode: 1_390_008,
    title: "You're Temporarily Blocked",
    say: 'It looks like you were misusing this feature by going too fast. You have been blocked from using it.',
  },
  security_check: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1_404_006,
    title: 'Security Check Required',
    say: 'You have to pass a security check before you can post.',
  },
  unauthorized: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1_404_078,
    title: 'Page Publishing Authorization Required',
    say: 'You need to complete Page Publishing Authorization before this Page can post.',
  },
  limited: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1_404_112,
    title: 'Account Limited',
    say: 'Your account is limited for some days.',
  },
}
