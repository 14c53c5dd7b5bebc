import { escapeHtml, renderPage } from '../html-page.ts'
import type { Invitation } from './actions/invited.ts'

/**
 * Builds the page of an invitation. It says who asks and for what before anybody is sent to a network, since the
 * members of the profile can then publish as the connected account.
 */
export function invitePage(token: string, { profileName, inviterName, platforms }: Invitation): string {
  const buttons = platforms.map(
    ({ platform, name }) =>
      `<a class="go" rel="nofollow" href="/v1/connections/invites/${encodeURIComponent(token)}/start/${platform}">Connect ${escapeHtml(name)}</a>`,
  )
  return renderPage({
    title: 'An invitation to connect an account',
    body: [
      `<p><strong>${escapeHtml(inviterName)}</strong> asks you to connect an account to the profile <strong>${escapeHtml(profileName)}</strong>.`,
      'Those who work on it can then publish as that account, until you take it back at the network.</p>',
      ...(buttons.length > 0
        ? [
            '<p>You are sent to the network, which asks for your consent. The invitation is good for one account.</p>',
            ...buttons,
          ]
        : ['<p>There is no network here that could be connected in this way. Tell whoever invited you.</p>']),
    ],
  })
}
