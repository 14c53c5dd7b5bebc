const kept = new Map<string, string>()

/** Keeps the secret of a new webhook until the page is closed, so that its first deliveries can be verified. */
export function keepSecret(webhookId: string, secret: string): void {
  kept.set(webhookId, secret)
}

export function findSecret(webhookId: string): string | undefined {
  return kept.get(webhookId)
}
