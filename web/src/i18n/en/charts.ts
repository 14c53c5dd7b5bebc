export const charts = {
  when: 'When',
  cursor: (caption: string) => `${caption}: arrow keys read the numbers`,
}
