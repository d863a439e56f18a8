import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { foundLenders, type IntegratedLender } from './integrated';
import { LenderLink } from './lender-link';

const lender: IntegratedLender = {
  name: 'old-mill',
  displayName: 'Old Mill Bank',
  href: 'https://old-mill.example/brokers',
  imgSrc: '/logos/old-mill.svg',
  class: 'preferred wide',
  style: 'background: rgb(253, 246, 234); padding: 4px',
};

it('LENDER-02: a lender is a link with its image, its classes and its style', () => {
  render(<LenderLink lender={lender} />);
  const link = screen.getByRole('link', { name: 'Old Mill Bank' });
  expect(link.getAttribute('href')).toBe('https://old-mill.example/brokers');
  expect(link.classList.contains('preferred') && link.classList.contains('wide')).toBe(true);
  expect(link.style.background).toContain('rgb(253, 246, 234)');
  expect(link.style.padding).toBe('4px');
  expect(screen.getByRole('img', { name: 'Old Mill Bank' }).getAttribute('src')).toBe('/logos/old-mill.svg');
});

it('a lender needs neither class nor style', () => {
  render(<LenderLink lender={{ ...lender, class: null, style: null }} />);
  const link = screen.getByRole('link', { name: 'Old Mill Bank' });
  expect(link.getAttribute('style') ?? '').toBe('');
});

it('the search matches either name, ignoring case', () => {
  const others = [lender, { ...lender, name: 'omb-2', displayName: 'Tidewater Lending' }];
  const found = (text: string) => foundLenders(others, text).map(({ name }) => name);
  expect(found('OLD M')).toEqual(['old-mill']);
  expect(found('omb')).toEqual(['omb-2']);
  expect(found(' ')).toEqual(['old-mill', 'omb-2']);
  expect(found('nobody')).toEqual([]);
});
