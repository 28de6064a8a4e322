"""The Magic Formula, versions 5.2 and 6.1, written down from its published equations, apart from the engine.

Names are Pacejka's. Writes expected values of the files beside this one, which tests/forces/tyre.cpp compares:

    tyre_witness.py > expected.csv
"""

import math
import re
from math import atan, cos, exp, sin, sqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent


def read(path):
    text = path.read_text()
    return {m[1]: float(m[2]) for m in re.finditer(r"^(\w+)\s*=\s*([-+0-9.eE]+)", text, re.M)}


def sgn(x):
    return -1.0 if x < 0 else 1.0


def magic(B, C, E, x):
    return C * atan(B * x - E * (B * x - atan(B * x)))


def tyre(p, mf61, kappa, tan_alpha, sin_gamma, Fz, Vx):
    def c(name, default=0.0):
        return p.get(name, 1.0 if name[0] == "L" and name not in ("LONGVL",) else default)

    Fz0 = c("LFZO") * p["FNOMIN"]
    dfz = Fz / Fz0 - 1
    dpi = (p["INFLPRES"] - p["NOMPRES"]) / p["NOMPRES"] if mf61 else 0.0
    R0 = p["UNLOADED_RADIUS"]
    alpha = tan_alpha if mf61 else atan(tan_alpha)
    gamma = sin_gamma if mf61 else math.asin(sin_gamma)
    gx, gy, gz = (gamma, gamma, gamma) if mf61 else (gamma * c("LGAX"), gamma * c("LGAY"), gamma * c("LGAZ"))

    # pure longitudinal slip
    SHx = (c("PHX1") + c("PHX2") * dfz) * c("LHX")
    kx = kappa + SHx
    Cx = c("PCX1") * c("LCX")
    mux = (c("PDX1") + c("PDX2") * dfz) * (1 - c("PDX3") * gx**2) * c("LMUX")
    Kx = Fz * (c("PKX1") + c("PKX2") * dfz) * exp(c("PKX3") * dfz) * c("LKX")
    if mf61:
        mux *= 1 + c("PPX3") * dpi + c("PPX4") * dpi**2
        Kx *= 1 + c("PPX1") * dpi + c("PPX2") * dpi**2
    Dx = mux * Fz
    Ex = min(1, (c("PEX1") + c("PEX2") * dfz + c("PEX3") * dfz**2) * (1 - c("PEX4") * sgn(kx)) * c("LEX"))
    Bx = Kx / (Cx * Dx)
    SVx = Fz * (c("PVX1") + c("PVX2") * dfz) * c("LVX") * c("LMUX")
    Fx0 = Dx * sin(magic(Bx, Cx, Ex, kx)) + SVx

    # pure side slip
    muy = (c("PDY1") + c("PDY2") * dfz) * (1 - c("PDY3") * gy**2) * c("LMUY")
    if mf61:
        muy *= 1 + c("PPY3") * dpi + c("PPY4") * dpi**2
        Ky = (c("PKY1") * Fz0 * (1 + c("PPY1") * dpi) * (1 - c("PKY3") * abs(gy))
              * sin(c("PKY4") * atan((Fz / Fz0) / ((c("PKY2") + c("PKY5") * gy**2) * (1 + c("PPY2") * dpi)))) * c("LKY"))
        SVyg = Fz * (c("PVY3") + c("PVY4") * dfz) * gy * c("LKYC") * c("LMUY")
        Kyg0 = Fz * (c("PKY6") + c("PKY7") * dfz) * (1 + c("PPY5") * dpi) * c("LKYC")
        SHy = (c("PHY1") + c("PHY2") * dfz) * c("LHY") + (Kyg0 * gy - SVyg) / Ky
        bracket = 1 + c("PEY5") * gy**2
    else:
        Ky = (c("PKY1") * p["FNOMIN"] * sin(2 * atan(Fz / (c("PKY2") * p["FNOMIN"] * c("LFZO"))))
              * (1 - c("PKY3") * abs(gy)) * c("LFZO") * c("LKY"))
        SVyg = Fz * (c("PVY3") + c("PVY4") * dfz) * gy * c("LMUY")
        SHy = (c("PHY1") + c("PHY2") * dfz) * c("LHY") + c("PHY3") * gy
        bracket = 1.0
    SVy = Fz * (c("PVY1") + c("PVY2") * dfz) * c("LVY") * c("LMUY") + SVyg
    ay = alpha + SHy
    Cy = c("PCY1") * c("LCY")
    Dy = muy * Fz
    Ey = min(1, (c("PEY1") + c("PEY2") * dfz) * (bracket - (c("PEY3") + c("PEY4") * gy) * sgn(ay)) * c("LEY"))
    By = Ky / (Cy * Dy)
    Fy0 = Dy * sin(magic(By, Cy, Ey, ay)) + SVy

    # combined slip
    Bxa = (c("RBX1") + c("RBX3") * gamma**2) * cos(atan(c("RBX2") * kappa)) * c("LXAL")
    Exa = min(1, c("REX1") + c("REX2") * dfz)
    Gxa = cos(magic(Bxa, c("RCX1"), Exa, alpha + c("RHX1"))) / cos(magic(Bxa, c("RCX1"), Exa, c("RHX1")))
    Fx = Gxa * Fx0
    Byk = (c("RBY1") + c("RBY4") * gamma**2) * cos(atan(c("RBY2") * (alpha - c("RBY3")))) * c("LYKA")
    Eyk = min(1, c("REY1") + c("REY2") * dfz)
    SHyk = c("RHY1") + c("RHY2") * dfz
    Gyk = cos(magic(Byk, c("RCY1"), Eyk, kappa + SHyk)) / cos(magic(Byk, c("RCY1"), Eyk, SHyk))
    DVyk = muy * Fz * (c("RVY1") + c("RVY2") * dfz + c("RVY3") * gamma) * cos(atan(c("RVY4") * alpha))
    SVyk = DVyk * sin(c("RVY5") * atan(c("RVY6") * kappa)) * c("LVYKA")
    Fy = Gyk * Fy0 + SVyk

    # aligning torque
    SHt = c("QHZ1") + c("QHZ2") * dfz + (c("QHZ3") + c("QHZ4") * dfz) * gz
    at, ar = alpha + SHt, alpha + SHy + SVy / Ky
    at_eq = sgn(at) * sqrt(at**2 + (Kx / Ky * kappa) ** 2)
    ar_eq = sgn(ar) * sqrt(ar**2 + (Kx / Ky * kappa) ** 2)
    Bt = ((c("QBZ1") + c("QBZ2") * dfz + c("QBZ3") * dfz**2) * (1 + c("QBZ4") * gz + c("QBZ5") * abs(gz))
          * c("LKY") / c("LMUY"))
    Ct = c("QCZ1")
    lean = abs(gz) if mf61 else gz
    Dt = (Fz * R0 / Fz0 * (c("QDZ1") + c("QDZ2") * dfz) * (1 - c("PPZ1") * dpi)
          * (1 + c("QDZ3") * lean + c("QDZ4") * gz**2) * c("LTR"))
    Et = min(1, (c("QEZ1") + c("QEZ2") * dfz + c("QEZ3") * dfz**2)
             * (1 + (c("QEZ4") + c("QEZ5") * gz) * 2 / math.pi * atan(Bt * Ct * at)))
    t = Dt * cos(magic(Bt, Ct, Et, at_eq)) * cos(atan(tan_alpha))
    if mf61:
        tilt = ((c("QDZ8") + c("QDZ9") * dfz) * (1 + c("PPZ2") * dpi)
                + (c("QDZ10") + c("QDZ11") * dfz) * abs(gz)) * gz * c("LKZC")
    else:
        tilt = (c("QDZ8") + c("QDZ9") * dfz) * gz
    Dr = Fz * R0 * ((c("QDZ6") + c("QDZ7") * dfz) * c("LRES") + tilt) * c("LMUY")
    Br = c("QBZ9") * c("LKY") / c("LMUY") + c("QBZ10") * By * Cy
    Mzr = Dr * cos(atan(Br * ar_eq)) * cos(atan(tan_alpha))
    s = R0 * (c("SSZ1") + c("SSZ2") * Fy / Fz0 + (c("SSZ3") + c("SSZ4") * dfz) * gamma) * c("LS")
    Mz = -t * (Fy - SVyk) + Mzr + s * Fx

    Mx = R0 * Fz * (c("QSX1") * c("LVMX") - c("QSX2") * gamma + c("QSX3") * Fy / Fz0) * c("LMX")
    My = (-R0 * Fz * (c("QSY1") + c("QSY2") * Fx / Fz0 + c("QSY3") * abs(Vx / p["LONGVL"])
                      + c("QSY4") * (Vx / p["LONGVL"]) ** 4) * c("LMY") * math.tanh(10 * Vx))
    return Fx, Fy, Mx, My, Mz


def main():
    print("version,kappa,tan_alpha,sin_gamma,load,speed,fx,fy,mx,my,mz")
    for version in (52, 61):
        p = read(HERE / f"mf{version}.tir")
        for kappa in (-0.9, -0.1, -0.01, 0.0, 0.03, 0.2):
            for alpha in (-0.4, -0.05, 0.0, 0.01, 0.15):
                for gamma in (-0.08, 0.0, 0.05):
                    for load in (900.0, 4000.0, 7500.0):
                        row = (kappa, math.tan(alpha), math.sin(gamma), load, 20.0)
                        print(",".join([str(version)] + [repr(x) for x in row + tyre(p, version == 61, *row)]))


if __name__ == "__main__":
    main()
