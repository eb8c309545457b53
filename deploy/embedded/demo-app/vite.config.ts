import { defineConfig } from 'vite';

export default defineConfig({
  // In this repository the client is read from its sources. An application with the installed package has no
  // `paths` in tsconfig.json and does not need this line.
  resolve: { tsconfigPaths: true },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
