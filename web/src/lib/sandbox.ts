/** Returns the URL of the sandbox. Null if none is running. It is part of the page's HTML. */
export function findSandbox(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=sandbox]')?.content ?? null
}

/** Returns the URL of a webhook receiver in the sandbox. Null if no sandbox is running. */
export function findReceiver(name: string): string | null {
  const sandbox = findSandbox()
  return sandbox === null ? null : `${sandbox}/receiver/${name}`
}
