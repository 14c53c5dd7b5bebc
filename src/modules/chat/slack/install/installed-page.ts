import { escapeHtml } from '#kernel/text/escape-html.ts'

/** Texts of the page on which an installation ends. They repeat nothing that came in the address. */
export const installedPage = (teamName: string) => ({
  title: 'Slack is connected',
  body: [
    `<p>Posthorn is in <strong>${escapeHtml(teamName)}</strong>. In Slack, type <code>/posthorn help</code>.</p>`,
    '<p>You can close this page.</p>',
  ],
})

export const refusedPage = (sentence: string) => ({
  title: 'Slack was not connected',
  body: [`<p>${escapeHtml(sentence)}</p>`, '<p>Go back to Posthorn to try again.</p>'],
})
