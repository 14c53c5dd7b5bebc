import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderPage } from '../html-page.ts'
import type { Invitation } from './actions/use-invite.ts'

/**
 * Builds the page of an invitation. It says who asks and for what before anybody is sent to a network, since the
 * members of the profile can then publish as the connected account.
 */
export function invitePage(token: string, { profileName, inviterName, platforms }: Invitation): string {
  // Those that ask for something stand below the rest.
  const ordered = platforms.toSorted((one, other) => Number(one.named !== null) - Number(other.named !== null))
  const buttons = ordered.map(({ platform, name, named }) => {
    const start = `/v1/connections/invites/${encodeURIComponent(token)}/start/${platform}`
    if (named === null) return `<a class="go" rel="nofollow" href="${start}">Connect ${escapeHtml(name)}</a>`
    const label = named === 'identifier' ? 'Your handle' : 'The address of your server'
    return `<form class="go" action="${start}"><label>${label}<input name="${named}" required maxlength="500" autocapitalize="none" spellcheck="false"></label><button>Connect ${escapeHtml(name)}</button></form>`
  })
  return renderPage({
    title: 'Invitation to connect an account',
    body: [
      `<p><strong>${escapeHtml(inviterName)}</strong> invites you to connect an account to the profile <strong>${escapeHtml(profileName)}</strong>.`,
      'Members of the profile can then publish as that account until you revoke access at the network.</p>',
      ...(buttons.length > 0
        ? [
            '<p>Choose a network. It will ask you to allow access. The invitation works for one account.</p>',
            ...buttons,
          ]
        : [
            '<p>This installation has no network that you can connect this way. Please tell the person who invited you.</p>',
          ]),
    ],
  })
}
