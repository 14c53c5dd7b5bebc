/** Returns the URL of the sandbox's receiver of webhooks, or null where no sandbox runs. The page names the sandbox. */
export function findReceiver(name: string): string | null {
  const sandbox = document.querySelector<HTMLMetaElement>('meta[name=sandbox]')?.content
  return sandbox ? `${sandbox}/receiver/${name}` : null
}
