import type { Deletion } from './store.ts'

const sentences = {
  received: 'Your request has been received. What the network told us about you is being deleted.',
  done: 'Your request has been carried out. What the network told us about you has been deleted.',
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
<p>Deleted are access, names, pictures and ids that the network gave us, and what it told us about posts. What is kept is
this code with its times, and a digest by which a repeat of your request is known.</p>
</html>
`
