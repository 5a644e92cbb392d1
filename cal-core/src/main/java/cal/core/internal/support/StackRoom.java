package cal.core.internal.support;

/**
 * Makes sure of some stack for the calling thread, before work that a {@link StackOverflowError} in
 * the middle would leave half done: a guard taken and not noted, a permit without an activity, a
 * lock of a queue never given back.
 *
 * <p>Stateless.
 */
public final class StackRoom {
  /** Always null, unknown to compilers: a compiler would leave the frame out for a constant. */
  private static Object never;

  private StackRoom() {}

  /**
   * Asks for 16 KiB: many times the need of a policy, a start of a thread, or a wait.
   *
   * @throws StackOverflowError if there is no room
   */
  public static void require() {
    wide(never);
  }

  /**
   * Has a frame of 16 KiB, by unused variables. An interpreter makes the frame. A compiler leaves
   * the variables out; but compiled code may have to go back to the interpreter, and checks at its
   * entry for room for such a frame: some stores, one for each page.
   */
  @SuppressWarnings("UnusedVariable")
  private static void wide(Object back) {
    long aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av, aw;
    long ax, ay, az, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp, bq, br, bs, bt;
    long bu, bv, bw, bx, by, bz, ca, cb, cc, cd, ce, cf, cg, ch, ci, cj, ck, cl, cm, cn, co, cp, cq;
    long cr, cs, ct, cu, cv, cw, cx, cy, cz, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn;
    long dp, dq, dr, ds, dt, du, dv, dw, dx, dy, dz, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el;
    long em, en, eo, ep, eq, er, es, et, eu, ev, ew, ex, ey, ez, fa, fb, fc, fd, fe, ff, fg, fh, fi;
    long fj, fk, fl, fm, fn, fo, fp, fq, fr, fs, ft, fu, fv, fw, fx, fy, fz, ga, gb, gc, gd, ge, gf;
    long gg, gh, gi, gj, gk, gl, gm, gn, go, gp, gq, gr, gs, gt, gu, gv, gw, gx, gy, gz, ha, hb, hc;
    long hd, he, hf, hg, hh, hi, hj, hk, hl, hm, hn, ho, hp, hq, hr, hs, ht, hu, hv, hw, hx, hy, hz;
    long ia, ib, ic, id, ie, ig, ih, ii, ij, ik, il, im, in, io, ip, iq, ir, is, it, iu, iv, iw, ix;
    long iy, iz, ja, jb, jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp, jq, jr, js, jt, ju;
    long jv, jw, jx, jy, jz, ka, kb, kc, kd, ke, kf, kg, kh, ki, kj, kk, kl, km, kn, ko, kp, kq, kr;
    long ks, kt, ku, kv, kw, kx, ky, kz, la, lb, lc, ld, le, lf, lg, lh, li, lj, lk, ll, lm, ln, lo;
    long lp, lq, lr, ls, lt, lu, lv, lw, lx, ly, lz, ma, mb, mc, md, me, mf, mg, mh, mi, mj, mk, ml;
    long mm, mn, mo, mp, mq, mr, ms, mt, mu, mv, mw, mx, my, mz, na, nb, nc, nd, ne, nf, ng, nh, ni;
    long nj, nk, nl, nm, nn, no, np, nq, nr, ns, nt, nu, nv, nw, nx, ny, nz, oa, ob, oc, od, oe, of;
    long og, oh, oi, oj, ok, ol, om, on, oo, op, oq, or, os, ot, ou, ov, ow, ox, oy, oz, pa, pb, pc;
    long pd, pe, pf, pg, ph, pi, pj, pk, pl, pm, pn, po, pp, pq, pr, ps, pt, pu, pv, pw, px, py, pz;
    long qa, qb, qc, qd, qe, qf, qg, qh, qi, qj, qk, ql, qm, qn, qo, qp, qq, qr, qs, qt, qu, qv, qw;
    long qx, qy, qz, ra, rb, rc, rd, re, rf, rg, rh, ri, rj, rk, rl, rm, rn, ro, rp, rq, rr, rs, rt;
    long ru, rv, rw, rx, ry, rz, sa, sb, sc, sd, se, sf, sg, sh, si, sj, sk, sl, sm, sn, so, sp, sq;
    long sr, ss, st, su, sv, sw, sx, sy, sz, ta, tb, tc, td, te, tf, tg, th, ti, tj, tk, tl, tm, tn;
    long to, tp, tq, tr, ts, tt, tu, tv, tw, tx, ty, tz, ua, ub, uc, ud, ue, uf, ug, uh, ui, uj, uk;
    long ul, um, un, uo, up, uq, ur, us, ut, uu, uv, uw, ux, uy, uz, va, vb, vc, vd, ve, vf, vg, vh;
    long vi, vj, vk, vl, vm, vn, vo, vp, vq, vr, vs, vt, vu, vv, vw, vx, vy, vz, wa, wb, wc, wd, we;
    long wf, wg, wh, wi, wj, wk, wl, wm, wn, wo, wp, wq, wr, ws, wt, wu, wv, ww, wx, wy, wz, xa, xb;
    long xc, xd, xe, xf, xg, xh, xi, xj, xk, xl, xm, xn, xo, xp, xq, xr, xs, xt, xu, xv, xw, xx, xy;
    long xz, ya, yb, yc, yd, ye, yf, yg, yh, yi, yj, yk, yl, ym, yn, yo, yp, yq, yr, ys, yt, yu, yv;
    long yw, yx, yy, yz, za, zb, zc, zd, ze, zf, zg, zh, zi, zj, zk, zl, zm, zn, zo, zp, zq, zr, zs;
    long zt, zu, zv, zw, zx, aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, ab0, ab1, ab2, ab3;
    long ab4, ab5, ab6, ab7, ab8, ab9, ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8, ac9, ad0, ad1;
    long ad2, ad3, ad4, ad5, ad6, ad7, ad8, ad9, ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9;
    long af0, af1, af2, af3, af4, af5, af6, af7, af8, af9, ag0, ag1, ag2, ag3, ag4, ag5, ag6, ag7;
    long ag8, ag9, ah0, ah1, ah2, ah3, ah4, ah5, ah6, ah7, ah8, ah9, ai0, ai1, ai2, ai3, ai4, ai5;
    long ai6, ai7, ai8, ai9, aj0, aj1, aj2, aj3, aj4, aj5, aj6, aj7, aj8, aj9, ak0, ak1, ak2, ak3;
    long ak4, ak5, ak6, ak7, ak8, ak9, al0, al1, al2, al3, al4, al5, al6, al7, al8, al9, am0, am1;
    long am2, am3, am4, am5, am6, am7, am8, am9, an0, an1, an2, an3, an4, an5, an6, an7, an8, an9;
    long ao0, ao1, ao2, ao3, ao4, ao5, ao6, ao7, ao8, ao9, ap0, ap1, ap2, ap3, ap4, ap5, ap6, ap7;
    long ap8, ap9, aq0, aq1, aq2, aq3, aq4, aq5, aq6, aq7, aq8, aq9, ar0, ar1, ar2, ar3, ar4, ar5;
    long ar6, ar7, ar8, ar9, as0, as1, as2, as3, as4, as5, as6, as7, as8, as9, at0, at1, at2, at3;
    long at4, at5, at6, at7, at8, at9, au0, au1, au2, au3, au4, au5, au6, au7, au8, au9, av0, av1;
    long av2, av3, av4, av5, av6, av7, av8, av9, aw0, aw1, aw2, aw3, aw4, aw5, aw6, aw7, aw8, aw9;
    long ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ay0, ay1, ay2, ay3, ay4, ay5, ay6, ay7;
    long ay8, ay9, az0, az1, az2, az3, az4, az5, az6, az7, az8, az9, ba0, ba1, ba2, ba3, ba4, ba5;
    long ba6, ba7, ba8, ba9, bb0, bb1, bb2, bb3, bb4, bb5, bb6, bb7, bb8, bb9, bc0, bc1, bc2, bc3;
    long bc4, bc5, bc6, bc7, bc8, bc9, bd0, bd1, bd2, bd3, bd4, bd5, bd6, bd7, bd8, bd9, be0, be1;
    long be2, be3, be4, be5, be6, be7, be8, be9, bf0, bf1, bf2, bf3, bf4, bf5, bf6, bf7, bf8, bf9;
    long bg0, bg1, bg2, bg3, bg4, bg5, bg6, bg7, bg8, bg9, bh0, bh1, bh2, bh3, bh4, bh5, bh6, bh7;
    long bh8, bh9, bi0, bi1, bi2, bi3, bi4, bi5, bi6, bi7, bi8, bi9, bj0, bj1;
    if (back != null) {
      // Never; a call is where compiled code may go back.
      wide(back);
    }
  }
}
