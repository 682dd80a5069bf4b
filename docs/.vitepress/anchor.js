/**
 * The anchor of a heading, as GitHub makes it, so that links hold there and on the site.
 *
 * @param {string} title
 */
export const anchorOf = (title) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
