/** Returns the URL of the sandbox, or null where none runs. The document of the page names it. */
export function findSandbox(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=sandbox]')?.content ?? null
}

/** Returns the URL of the sandbox's receiver of webhooks, or null where no sandbox runs. */
export function findReceiver(name: string): string | null {
  const sandbox = findSandbox()
  return sandbox === null ? null : `${sandbox}/receiver/${name}`
}
