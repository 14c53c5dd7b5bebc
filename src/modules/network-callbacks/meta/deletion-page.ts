import type { Deletion } from './store.ts'

const sentences = {
  received: 'We received your request. The data that the network gave us about you is being deleted.',
  done: 'Your request is complete. The data that the network gave us about you has been deleted.',
} as const

/**
 * The page for the person who asked for a deletion: its state, and the data that is kept. Nothing on it identifies the
 * person.
 */
export const deletionPage = ({ code, state, requestedAt, finishedAt }: Deletion): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Deletion of your data</title>
<h1>Deletion of your data</h1>
<p>${sentences[state]}</p>
<dl>
<dt>Code</dt><dd>${code}</dd>
<dt>Received</dt><dd>${requestedAt.toISOString()}</dd>
${finishedAt ? `<dt>Deleted</dt><dd>${finishedAt.toISOString()}</dd>` : ''}
</dl>
<p>We delete the access that you granted, the names, pictures and ids that the network gave us, and its data about posts.
We keep this code with its dates, and a digest that recognizes a repeated request.</p>
</html>
`
