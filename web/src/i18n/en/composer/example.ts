export const example = {
  use: 'Use an example',
  texts: [
    'Good morning! The bakery opens at six, and the first loaves are still warm.',
    'Fresh rolls from seven. Come early, they are gone by nine.',
    'We open the terrace this weekend. Coffee outside, with a view of the hills.',
  ],
  alt: 'A drawing of the sun rising over green hills.',
}
