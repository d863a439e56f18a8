// Runs before the first paint, ahead of the program itself: sets the appearance, so that nothing flashes, and sends the
// two requests without which no screen can be drawn. A file of its own, so that the content security policy needs no
// exception for inline scripts.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const known = ['light', 'dark', 'auto'];

  if (known.includes(query.get('theme'))) localStorage.setItem('selectedTheme', query.get('theme'));
  // In the demo one address serves several companies; the one asked for stays until another is.
  if (query.has('org')) localStorage.setItem('org', query.get('org'));
  // Portals of borrowers, which have a number in the first place, keep it in the address.
  const isPortal = /^\/\d+(\/|$)/.test(location.pathname);
  if ((query.has('theme') && !isPortal) || query.has('org')) {
    if (!isPortal) query.delete('theme');
    query.delete('org');
    const rest = query.size > 0 ? `?${query}` : '';
    history.replaceState(history.state, '', location.pathname + rest + location.hash);
  }

  const stored = localStorage.getItem('selectedTheme');
  const preference = known.includes(stored) ? stored : 'light';
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = preference === 'auto' ? (prefersDark ? 'dark' : 'light') : preference;
  root.setAttribute('data-theme', scheme);
  root.setAttribute('data-mantine-color-scheme', scheme);
  root.style.colorScheme = scheme;

  const early = (path) => {
    const answer = fetch(path, { headers: bearer() });
    // Whoever awaits it handles the failure; without this it would also count as unhandled.
    answer.catch(() => {});
    return answer;
  };
  function bearer() {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:'));
    try {
      const user = JSON.parse(localStorage.getItem(key) ?? 'null');
      return user && user.expires_at > Date.now() / 1000 ? { Authorization: `Bearer ${user.id_token}` } : {};
    } catch {
      return {};
    }
  }
  const org = localStorage.getItem('org');
  window.keyturnStart = {
    theme: early(`/api/theme${org ? `?org=${encodeURIComponent(org)}` : ''}`),
    config: early('/api/config'),
  };
})();
