/** @type {import('@sveltejs/kit').Config} */
export default {
  // Below node_modules, where no other tool looks.
  kit: { outDir: '../node_modules/.sveltekit' },
}
